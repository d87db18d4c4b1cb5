/// Parses patterns of the simple kind. Returns nil for all other and uncertain patterns; PCRE2
/// matches these.
struct PatternSyntaxReader: PatternReading {
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

  var rest: Substring.UnicodeScalarView
  private var depth = 0
  private var options: Options

  var ignoresCase: Bool { options.ignoresCase }
  var isUnicode: Bool { options.isUnicode }

  private static let maximumDepth = 20
  private static let maximumCount = 200

  private init(_ rest: Substring.UnicodeScalarView, _ options: Options) {
    (self.rest, self.options) = (rest, options)
  }

  /// Parses a pattern and removes its outer anchors.
  static func read(
    _ source: String, _ options: Options
  ) -> (PatternSyntax, atStart: Bool, atEnd: Bool)? {
    let (inner, atStart, atEnd) = source.withoutAnchors
    var reader = PatternSyntaxReader(inner, options)
    guard let syntax = reader.alternatives(), reader.rest.isEmpty else { return nil }
    // `^a|b$` anchors only one alternative each.
    if case .alternatives = syntax, atStart || atEnd { return nil }
    return (syntax, atStart, atEnd)
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
    while let next = rest.first, next != "|", next != ")" {
      guard let atom = atom(), let part = counted(atom) else { return nil }
      parts.append(part)
    }
    return .sequence(parts)
  }

  private mutating func atom() -> PatternSyntax? {
    guard let scalar = rest.popFirst() else { return nil }
    switch scalar {
    case "(": return group()
    case "[": return set().map(PatternSyntax.character)
    case "\\": return escape().map(PatternSyntax.character)
    case ".": return .character(options.hasLineFeeds ? .any : .anyInLine)
    case "^", "$", "*", "+", "?", "{", "}", "]": return nil
    default: return literal(scalar.value).map(PatternSyntax.character)
    }
  }

  private func literal(_ scalar: UInt32) -> ScalarSet? { cased(ScalarSet(scalar...scalar)) }

  private mutating func escape() -> ScalarSet? {
    switch readEscape(inSet: false) {
    case .literal(let scalar)?: return literal(scalar)
    case .set(let set)?: return set
    case .property(let property)?: return scalars(of: property)
    case nil: return nil
    }
  }

  private mutating func set() -> ScalarSet? {
    guard let set = readSet() else { return nil }
    var all = set.scalars
    for property in set.properties {
      guard let scalars = scalars(of: property) else { return nil }
      all = all.union(scalars)
    }
    return set.isNegated ? all.inverted : all
  }

  private func scalars(of property: PatternProperty) -> ScalarSet? {
    guard options.usesUnicodeTables, let set = ScalarSet.property(property.name) else { return nil }
    return property.isNegated ? set.inverted : set
  }

  /// Parses `(…)`, `(?:…)`, or a group with options such as `(?i:…)`, after its parenthesis.
  private mutating func group() -> PatternSyntax? {
    let outer = options
    defer { options = outer }
    if rest.first == "*" { return nil }
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
    if skip("*") {
      quantifier = PatternQuantifier(minimum: 0)
    } else if skip("+") {
      quantifier = PatternQuantifier(minimum: 1)
    } else if skip("?") {
      quantifier = PatternQuantifier(minimum: 0, maximum: 1)
    } else if skip("{") {
      guard let braces = braces() else { return nil }
      quantifier = braces
    } else {
      return atom
    }
    // A lazy quantifier matches the same texts. A possessive one does not, and nested quantifiers
    // are rare.
    _ = skip("?")
    if let next = rest.first, "*+?{".unicodeScalars.contains(next) { return nil }
    #if PCRE2
    // Other engines take exponential time for quantifiers of quantifiers and of alternatives.
    // PCRE2 reports this for affected texts (pattern.tooComplex), so that the author notices.
    if quantifier.maximum != 0, quantifier.maximum != 1, atom.hasChoices { return nil }
    #endif
    return .repetition(atom, quantifier)
  }

  /// Parses `{n}`, `{n,}` or `{n,m}` after its opening brace.
  private mutating func braces() -> PatternQuantifier? {
    guard let minimum = number() else { return nil }
    var quantifier = PatternQuantifier(minimum: minimum, maximum: minimum)
    if skip(",") {
      quantifier.maximum = nil
      if rest.first != "}" {
        guard let number = number(), number >= minimum else { return nil }
        quantifier.maximum = number
      }
    }
    return skip("}") ? quantifier : nil
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest.removeFirst(digits.count)
    return Int(String(digits)).flatMap { $0 <= Self.maximumCount ? $0 : nil }
  }
}
