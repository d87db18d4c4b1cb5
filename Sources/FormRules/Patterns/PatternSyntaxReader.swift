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

  private let bytes: [UInt8]
  private var next = 0
  private var depth = 0
  private var options: Options

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

  private var current: UInt8? { next < bytes.count ? bytes[next] : nil }

  /// Moves behind a text if it is next.
  private mutating func skip(_ text: String) -> Bool {
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

  /// Parses a character that stands for itself.
  private mutating func literal() -> ScalarSet {
    let start = next
    repeat { next += 1 } while current.map { $0 & 0xC0 == 0x80 } ?? false
    return ScalarSet(String(decoding: bytes[start..<next], as: UTF8.self))
  }

  /// Characters as the pattern means them.
  private func cased(_ set: ScalarSet) -> ScalarSet? {
    options.ignoresCase ? set.ignoringCase : set
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

  /// Characters of a pattern, and whether they stand for themselves, so that case matters.
  private typealias Item = (set: ScalarSet, isLiteral: Bool)

  /// Parses an escape for a single character.
  private mutating func escape() -> Item? {
    next += 1
    guard let byte = current else { return nil }
    next += 1
    switch byte {
    case UInt8(ascii: "d"), UInt8(ascii: "w"), UInt8(ascii: "s"), UInt8(ascii: "h"),
      UInt8(ascii: "v"):
      return shorthand(byte).map { ($0, false) }
    case UInt8(ascii: "D"), UInt8(ascii: "W"), UInt8(ascii: "S"), UInt8(ascii: "H"),
      UInt8(ascii: "V"):
      return shorthand(byte | 0x20).map { ($0.inverted, false) }
    case UInt8(ascii: "p"): return property().map { ($0, false) }
    case UInt8(ascii: "P"): return property().map { ($0.inverted, false) }
    case UInt8(ascii: "x"): return codePoint().map { ($0, true) }
    case UInt8(ascii: "t"): return (ScalarSet("\t"), true)
    case UInt8(ascii: "n"): return (ScalarSet("\n"), true)
    case UInt8(ascii: "r"): return (ScalarSet("\r"), true)
    case UInt8(ascii: "f"): return (ScalarSet("\u{0C}"), true)
    default:
      // Other letters and digits have special meanings; punctuation is literal.
      guard byte < 0x80, !byte.isASCIILetter, !byte.isASCIIDigit else { return nil }
      return (ScalarSet(UInt32(byte)...UInt32(byte)), true)
    }
  }

  /// The class of a lowercase letter after a backslash.
  private func shorthand(_ letter: UInt8) -> ScalarSet? {
    let isUnicode = options.isUnicode
    if isUnicode, !options.usesUnicodeTables { return nil }
    return switch letter {
    case UInt8(ascii: "d"): isUnicode ? .unicodeDigits : .digits
    case UInt8(ascii: "w"): isUnicode ? .unicodeWordCharacters : .wordCharacters
    case UInt8(ascii: "s"): isUnicode ? .unicodeBlanks : .blanks
    case UInt8(ascii: "h"): .horizontalBlanks
    case UInt8(ascii: "v"): .verticalBlanks
    default: nil
    }
  }

  /// Parses the name of a property in braces, or a single letter.
  private mutating func property() -> ScalarSet? {
    guard options.usesUnicodeTables, var name = current.map({ [$0] }) else { return nil }
    next += 1
    if name == Array("{".utf8) {
      guard let end = bytes[next...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
      name = Array(bytes[next..<end])
      next = end + 1
    }
    return ScalarSet.property(String(decoding: name, as: UTF8.self))
  }

  /// Parses a code point: two hexadecimal digits, or any number in braces.
  private mutating func codePoint() -> ScalarSet? {
    var digits = bytes[next...].prefix(2)
    if skip("{") {
      digits = bytes[next...].prefix { $0 != UInt8(ascii: "}") }
      next += 1
    } else if digits.count < 2 {
      return nil
    }
    next += digits.count
    guard next <= bytes.count, case let text = String(decoding: digits, as: UTF8.self),
      digits.first != UInt8(ascii: "+"),
      let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value)
    else { return nil }
    return ScalarSet(scalar.value...scalar.value)
  }

  /// Parses a class in brackets.
  private mutating func bracket() -> ScalarSet? {
    next += 1
    let isNegated = skip("^")
    var (literals, others) = (ScalarSet([]), ScalarSet([]))
    var isFirst = true
    while let byte = current {
      if !isFirst, skip("]") {
        guard let set = cased(literals)?.union(others) else { return nil }
        return isNegated ? set.inverted : set
      }
      isFirst = false
      guard let item = bracketItem(byte) else { return nil }
      guard current == UInt8(ascii: "-"), next + 1 < bytes.count,
        bytes[next + 1] != UInt8(ascii: "]")
      else {
        if item.isLiteral {
          literals = literals.union(item.set)
        } else {
          others = others.union(item.set)
        }
        continue
      }
      next += 1
      guard let end = bracketItem(bytes[next]), item.isLiteral, end.isLiteral,
        let first = item.set.only, let last = end.set.only, first <= last
      else { return nil }
      literals = literals.union(ScalarSet(first...last))
    }
    return nil
  }

  private mutating func bracketItem(_ byte: UInt8) -> Item? {
    if byte == UInt8(ascii: "\\") { return escape() }
    // Classes such as `[:alpha:]` are not simple.
    if byte == UInt8(ascii: "["), next + 1 < bytes.count,
      [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(bytes[next + 1])
    {
      return nil
    }
    return (literal(), true)
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
