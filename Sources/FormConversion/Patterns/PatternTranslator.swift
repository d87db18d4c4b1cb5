import FormRules

/// Translates patterns of PCRE2 to other dialects.
///
/// Sets of characters are written as ranges, because the dialects give `.`, `\s`, `\d` and classes
/// in brackets different meanings. Everything that a dialect lacks or may read differently is not
/// translated.
struct PatternTranslator: PatternReading {
  enum Dialect {
    /// ECMA-262 with the flag `u`.
    case ecmaScript
    /// XML Schema, part 2, appendix F, as far as Python's `re` agrees: no assertions.
    case xmlSchema
  }

  var rest: Substring.UnicodeScalarView
  let dialect: Dialect
  var ignoresCase: Bool
  let isUnicode: Bool
  private var matchesLineFeeds = false
  /// The number of capturing groups so far.
  private var groupCount: UInt32 = 0
  private let areGroupsSetOnce: Bool

  private init(_ pattern: PortablePattern, to dialect: Dialect) {
    rest = pattern.source[...].unicodeScalars
    self.dialect = dialect
    ignoresCase = pattern.ignoresCase
    isUnicode = pattern.isUnicode
    areGroupsSetOnce = SchemaPattern.areGroupsSetOnce(pattern.source)
  }

  /// Returns the pattern in a dialect, or nil if the dialect cannot express it.
  static func translate(_ pattern: PortablePattern, to dialect: Dialect) -> String? {
    var translator = PatternTranslator(pattern, to: dialect)
    guard let text = translator.alternatives(), translator.rest.isEmpty else { return nil }
    return text
  }

  private mutating func alternatives() -> String? {
    var result = ""
    while let next = rest.first, next != ")" {
      if skip("|") {
        result += "|"
        continue
      }
      guard let part = part() else { return nil }
      result += part
    }
    return result
  }

  /// Reads an atom with its quantifier, or an assertion.
  private mutating func part() -> String? {
    let isEcma = dialect == .ecmaScript
    for (assertion, written) in Self.assertions where skip(assertion) {
      // ECMAScript has no quantifiers of assertions, and `\b` differs with all scripts.
      let isBoundary = assertion == #"\b"# || assertion == #"\B"#
      return isEcma && quantifier() == "" && !(isBoundary && isUnicode) ? written : nil
    }
    if skip("(") { return group() }
    guard let atom = atom(), let quantifier = quantifier() else { return nil }
    return atom + quantifier
  }

  private static let assertions = [
    ("^", "^"), ("$", "$"), (#"\A"#, "^"), (#"\z"#, "$"), (#"\Z"#, #"(?=\n?$)"#),
    (#"\b"#, #"\b"#), (#"\B"#, #"\B"#),
  ]

  /// Reads a group after its parenthesis, with its quantifier.
  private mutating func group() -> String? {
    let outer = (ignoresCase, matchesLineFeeds)
    var opening = "("
    var isAssertion = false
    if rest.first == "*" { return nil }
    if skip("?") {
      if skip("#") { return text(until: ")").map { _ in "" } }
      if let assertion = ["=", "!", "<=", "<!"].first(where: { skip($0) }) {
        (opening, isAssertion) = ("(?\(assertion)", true)
      } else if skip("P<") || skip("<") {
        guard let name = text(until: ">"), name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
        else { return nil }
        opening = "(?<\(name)>"
      } else {
        guard let isGroup = options() else { return nil }
        // Options without a group apply to the rest of the enclosing group.
        if !isGroup { return "" }
        opening = "(?:"
      }
    }
    if opening == "(" || opening.hasSuffix(">") { groupCount += 1 }
    defer { (ignoresCase, matchesLineFeeds) = outer }
    guard let inner = alternatives(), skip(")"), let quantifier = quantifier() else { return nil }
    if dialect == .xmlSchema {
      return isAssertion ? nil : "(\(inner))\(quantifier)"
    }
    return isAssertion && quantifier != "" ? nil : "\(opening)\(inner))\(quantifier)"
  }

  /// Reads options and the colon or parenthesis after them. Returns whether they begin a group.
  private mutating func options() -> Bool? {
    var value = true
    while let option = rest.popFirst() {
      switch option {
      case ":": return true
      case ")": return false
      case "-": value = false
      case "i": ignoresCase = value
      case "s": matchesLineFeeds = value
      default: return nil
      }
    }
    return nil
  }

  private mutating func atom() -> String? {
    guard let scalar = rest.popFirst() else { return nil }
    switch scalar {
    case "[": return readSet().flatMap { write($0) }
    case ".": return write(matchesLineFeeds ? ScalarSet.any : .anyInLine)
    case "\\": return escape()
    case "*", "+", "?", ")": return nil
    // PCRE2 10.43 reads `{,3}` and blanks in braces as quantifiers.
    case "{" where String(rest).prefixMatch(of: /[ ,0-9]*\}/) != nil: return nil
    default: return literal(scalar.value)
    }
  }

  private mutating func escape() -> String? {
    guard let next = rest.first else { return nil }
    if ("1"..."9").contains(next) {
      rest.removeFirst()
      guard dialect == .ecmaScript, areGroupsSetOnce, !ignoresCase,
        next.value - 0x30 <= groupCount, rest.first?.properties.numericType == nil
      else { return nil }
      return "\\\(next)"
    }
    switch readEscape(inSet: false) {
    case .literal(let scalar)?: return literal(scalar)
    case .set(let set)?: return write(set)
    case .property(let property)?: return write(property)
    case nil: return nil
    }
  }

  /// Writes a character, and its other case if the pattern ignores case.
  private func literal(_ scalar: UInt32) -> String? {
    cased(ScalarSet(scalar...scalar)).flatMap { write($0) }
  }

  /// Reads a quantifier; empty if there is none, nil if the dialect has no such quantifier.
  private mutating func quantifier() -> String? {
    guard var text = repetition() else { return "" }
    if skip("?") {
      // The texts that match as a whole are the same.
      if dialect == .ecmaScript { text += "?" }
    } else if skip("+") {
      return nil
    }
    return repetition() == nil ? text : nil
  }

  private mutating func repetition() -> String? {
    if let sign = ["*", "+", "?"].first(where: { skip($0) }) { return sign }
    guard let match = String(rest).prefixMatch(of: /\{[0-9]+(?:,[0-9]*)?\}/) else { return nil }
    rest.removeFirst(match.output.unicodeScalars.count)
    return String(match.output)
  }
}
