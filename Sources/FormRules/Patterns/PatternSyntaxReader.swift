import FormBytes

/// Parses patterns of the simple kind with the semantics of PCRE2. Returns nil for all other
/// and uncertain patterns; PCRE2 matches these.
struct PatternSyntaxReader {
  /// What the letters of a pattern mean.
  struct Options {
    var ignoresCase = false
    /// Whether `\d`, `\w` and `\s` include the characters of all scripts.
    var isUnicode = false
    /// Whether `.` includes the line feed.
    var hasLineFeeds = false
    /// Whether the Unicode tables of Swift's standard library may be used. PCRE2 has its own, of
    /// another version.
    var usesUnicodeTables = Self.hasNoOtherTables

    #if PCRE2
    private static let hasNoOtherTables = false
    #else
    private static let hasNoOtherTables = true
    #endif
  }

  let bytes: [UInt8]
  var next = 0
  private var depth = 0
  var options: Options

  private static let maximumDepth = 20
  private static let maximumCount = 200

  private init(_ bytes: [UInt8], _ options: Options) {
    (self.bytes, self.options) = (bytes, options)
  }

  /// Parses a pattern and removes its outer anchors.
  static func read(
    _ source: String, _ options: Options
  ) -> (PatternSyntax, atStart: Bool, atEnd: Bool)? {
    var bytes = Array(source.utf8)
    let atStart = bytes.first == UInt8(ascii: "^")
    if atStart { bytes.removeFirst() }
    var atEnd = bytes.last == UInt8(ascii: "$")
    if atEnd {
      // A dollar sign after an odd number of backslashes is escaped.
      let escapes = bytes.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      atEnd = escapes % 2 == 0
      if atEnd { bytes.removeLast() }
    }
    var reader = PatternSyntaxReader(bytes, options)
    guard let syntax = reader.alternatives(), reader.next == bytes.count else { return nil }
    // `^a|b$` anchors only one alternative each.
    if case .alternatives = syntax, atStart || atEnd { return nil }
    return (syntax, atStart, atEnd)
  }

  var current: UInt8? { next < bytes.count ? bytes[next] : nil }

  /// Moves behind a text if it is next.
  mutating func skip(_ text: String) -> Bool {
    guard bytes[next...].starts(with: text.utf8) else { return false }
    next += text.utf8.count
    return true
  }

  private mutating func alternatives() -> PatternSyntax? {
    var parts: [PatternSyntax] = []
    while true {
      guard let part = sequence() else { return nil }
      parts.append(part)
      guard skip("|") else { break }
    }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() -> PatternSyntax? {
    var parts: [PatternSyntax] = []
    while let byte = current, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      guard let atom = atom(byte), let part = counted(atom) else { return nil }
      parts.append(part)
    }
    return .sequence(parts)
  }

  private mutating func atom(_ byte: UInt8) -> PatternSyntax? {
    switch byte {
    case UInt8(ascii: "("): return group()
    case UInt8(ascii: "["): return bracket().map(PatternSyntax.character)
    case UInt8(ascii: "\\"):
      return escape().flatMap { $0.isLiteral ? cased($0.set) : $0.set }
        .map(PatternSyntax.character)
    case UInt8(ascii: "."):
      next += 1
      return .character(options.hasLineFeeds ? .any : .anyInLine)
    case UInt8(ascii: "^"), UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "?"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "]"):
      return nil
    default: return cased(literal()).map(PatternSyntax.character)
    }
  }

  /// Parses `(…)`, `(?:…)`, or a group with options such as `(?i:…)`.
  private mutating func group() -> PatternSyntax? {
    next += 1
    let outer = options
    defer { options = outer }
    if current == UInt8(ascii: "*") { return nil }
    if skip("?") {
      while !skip(":") {
        if skip("i") {
          options.ignoresCase = true
        } else if skip("s") {
          options.hasLineFeeds = true
        } else {
          return nil
        }
      }
    }
    depth += 1
    guard depth <= Self.maximumDepth, let inner = alternatives(), skip(")") else { return nil }
    depth -= 1
    return inner
  }

  /// Parses the quantifier after an atom, if there is one.
  private mutating func counted(_ atom: PatternSyntax) -> PatternSyntax? {
    let quantifier: PatternQuantifier
    switch current {
    case UInt8(ascii: "*"): quantifier = PatternQuantifier(minimum: 0)
    case UInt8(ascii: "+"): quantifier = PatternQuantifier(minimum: 1)
    case UInt8(ascii: "?"): quantifier = PatternQuantifier(minimum: 0, maximum: 1)
    case UInt8(ascii: "{"):
      guard let braces = braces() else { return nil }
      quantifier = braces
    default: return atom
    }
    next += 1
    // A lazy quantifier matches the same texts. A possessive one does not, and nested quantifiers
    // are rare.
    if current == UInt8(ascii: "?") { next += 1 }
    if let byte = current, Array("*+?{".utf8).contains(byte) { return nil }
    #if PCRE2
    // Other engines take exponential time for quantifiers of quantifiers and of alternatives.
    // PCRE2 reports this for affected texts (pattern.tooComplex), so that the author notices.
    if quantifier.maximum != 0, quantifier.maximum != 1, atom.hasChoices { return nil }
    #endif
    return .repetition(atom, quantifier)
  }

  /// Parses `{n}`, `{n,}` or `{n,m}`, and stops before the closing brace.
  private mutating func braces() -> PatternQuantifier? {
    next += 1
    guard let minimum = number() else { return nil }
    var quantifier = PatternQuantifier(minimum: minimum, maximum: minimum)
    if skip(",") {
      quantifier.maximum = nil
      if current != UInt8(ascii: "}") {
        guard let number = number(), number >= minimum else { return nil }
        quantifier.maximum = number
      }
    }
    guard current == UInt8(ascii: "}") else { return nil }
    return quantifier
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = next
    while let byte = current, byte.isASCIIDigit, value <= Self.maximumCount {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      next += 1
    }
    return next > start && value <= Self.maximumCount ? value : nil
  }
}
