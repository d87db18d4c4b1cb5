import FormBytes

/// Splits the text of an expression into tokens.
struct ExpressionLexer {
  private let text: ExpressionText
  private var index = 0

  init(_ text: ExpressionText) { self.text = text }

  /// All tokens, the last of which is `.end`.
  mutating func tokens() throws(DefinitionError) -> [Token] {
    var tokens: [Token] = []
    repeat { tokens.append(try next()) } while tokens.last?.content != .end
    return tokens
  }

  private mutating func next() throws(DefinitionError) -> Token {
    while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
    let start = index
    let content: Token.Content =
      switch peek() {
      case nil: .end
      case let scalar? where scalar.isNameStart:
        .word(takeWhile(\.isNamePart))
      case "`": .name(try quoted("`", what: "field name"))
      case "'": .text(try quoted("'", what: "text"))
      case "\"": .text(try quoted("\"", what: "text"))
      case let scalar? where scalar.isASCIIDigit: try number()
      default: .symbol(try symbol())
      }
    return Token(content: content, range: start..<index)
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    index + distance < text.scalars.count ? text.scalars[index + distance] : nil
  }

  private mutating func takeWhile(_ isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = peek(), isPart(scalar) { index += 1 }
    return text[start..<index]
  }

  /// Parses the text between two quotes. A doubled quote means a single one.
  private mutating func quoted(
    _ quote: Unicode.Scalar, what: String
  ) throws(DefinitionError) -> String {
    let start = index
    var content = String.UnicodeScalarView()
    index += 1
    while let scalar = peek() {
      index += 1
      if scalar == quote {
        guard peek() == quote else { return String(content) }
        index += 1
      }
      content.append(scalar)
    }
    throw text.error("the \(what) that begins here has no closing \(quote)", at: start)
  }

  /// Whether the next scalars match a pattern, in which `0` matches any digit.
  private func has(_ shape: String) -> Bool {
    for (distance, mark) in shape.unicodeScalars.enumerated() {
      guard let scalar = peek(distance), mark == "0" ? scalar.isASCIIDigit : scalar == mark else {
        return false
      }
    }
    return true
  }

  /// Parses a number, date, time or timestamp, which are distinguished by their first digits:
  /// `2026-01-31` is a date, not a subtraction.
  private mutating func number() throws(DefinitionError) -> Token.Content {
    let start = index
    var type = FieldType.integer
    if has("0000-00-00") {
      type = .date()
      index += 10
      if peek() == "T" {
        type = .datetime()
        index += 1
        skipTime()
        if peek() == "Z" {
          index += 1
        } else if has("+00:00") || has("-00:00") {
          index += 6
        }
      }
    } else if has("00:00") {
      type = .time()
      skipTime()
    } else {
      _ = takeWhile(\.isASCIIDigit)
      if peek() == ".", peek(1)?.isASCIIDigit == true {
        type = .decimal()
        index += 1
        _ = takeWhile(\.isASCIIDigit)
      }
    }
    // Adjacent characters make the literal invalid: 12px, 1e5, 2026-01-311.
    _ = takeWhile(\.isNamePart)
    let written = text[start..<index]
    if let literal = type.literal(written) { return .literal(literal.value, type) }
    // An integer beyond 64 bits is read as a decimal.
    if type == .integer, let literal = FieldType.decimal().literal(written) {
      return .literal(literal.value, .decimal())
    }
    throw text.error(
      type.isNumeric
        ? "'\(written)' is not a number of at most 38 digits"
        : "'\(written)' is not a \(type.name)", at: start)
  }

  private mutating func skipTime() {
    while let scalar = peek(), scalar.isASCIIDigit || scalar == ":" || scalar == "." { index += 1 }
  }

  private mutating func symbol() throws(DefinitionError) -> String {
    for length in [2, 1] where index + length <= text.scalars.count {
      let candidate = text[index..<index + length]
      if Self.symbols.contains(candidate) {
        index += length
        return candidate
      }
      if let meant = Self.foreign[candidate] {
        throw text.error("'\(candidate)' is not an operator; use \(meant)", at: index)
      }
    }
    throw text.error("'\(text[index..<index + 1])' is not expected here", at: index)
  }

  private static let symbols: Set<String> = [
    "(", ")", ",", ".", "..", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/",
  ]
  /// Operators of other languages and their equivalents.
  private static let foreign = [
    "==": "=", "<>": "!=", "≠": "!=", "=<": "<=", "≤": "<=", "=>": ">=", "≥": ">=", "&&": "and",
    "&": "and", "||": "or", "|": "or", "!": "not", "~": "matches", "%": "a decimal such as 0.05",
  ]
}

extension Unicode.Scalar {
  fileprivate var isNameStart: Bool { self == "_" || properties.isAlphabetic }
  fileprivate var isNamePart: Bool {
    isNameStart || isASCIIDigit || properties.generalCategory == .nonspacingMark
  }
}
