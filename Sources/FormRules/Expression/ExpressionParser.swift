/// Parses the tokens of an expression by precedence. Chains such as `a and b and c` become lists,
/// so that the depth of the result is the nesting depth.
struct ExpressionParser {
  private let text: ExpressionText
  private let tokens: [Token]
  private var position = 0
  private var depth = 0

  /// The precedence of operators, the lowest first.
  private enum Level: Int {
    case or, and, not, comparison, sum, product, sign
  }

  init(_ text: ExpressionText) throws(DefinitionError) {
    self.text = text
    var lexer = ExpressionLexer(text)
    self.tokens = try lexer.tokens()
  }

  /// Parses the whole expression.
  mutating func parse() throws(DefinitionError) -> ExpressionSyntax {
    guard next.content != .end else { throw error("the expression is empty") }
    let syntax = try expression(.or)
    guard next.content == .end else {
      throw error("expected an operator or the end, found \(found)")
    }
    return syntax
  }

  // MARK: Operators

  /// Parses operators of at least this precedence. This function is the only recursion.
  private mutating func expression(_ lowest: Level) throws(DefinitionError) -> ExpressionSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Expression.maximumDepth else {
      throw error("the expression is nested deeper than \(Expression.maximumDepth)")
    }
    let start = next.range.lowerBound
    var left = try operand(lowest)
    var isCompared = false
    while let level, level.rawValue >= lowest.rawValue {
      let content: ExpressionSyntax.Content
      switch level {
      case .or: content = .any(try chain(left, "or", of: .and))
      case .and: content = .all(try chain(left, "and", of: .not))
      case .sum, .product: content = try arithmetic(left, level)
      case .not, .comparison, .sign:
        guard !isCompared else {
          throw error("comparisons cannot be chained; join them with 'and'")
        }
        isCompared = true
        content = try comparison(left)
      }
      left = ExpressionSyntax(content: content, range: start..<end)
    }
    return left
  }

  /// The precedence of the next operator, or nil if the next token is not an operator.
  private var level: Level? {
    switch next.content {
    case .word("or"): .or
    case .word("and"): .and
    case .word("in"), .word("is"), .word("matches"), .word("not"): .comparison
    case .symbol(let symbol):
      if let operation = ArithmeticOperator(symbol: symbol) {
        operation.isProduct ? .product : .sum
      } else {
        Comparison(symbol: symbol) == nil ? nil : .comparison
      }
    default: nil
    }
  }

  private mutating func chain(
    _ first: ExpressionSyntax, _ word: String, of level: Level
  ) throws(DefinitionError) -> [ExpressionSyntax] {
    var parts = [first]
    while take(.word(word)) { parts.append(try expression(level)) }
    return parts
  }

  private mutating func arithmetic(
    _ first: ExpressionSyntax, _ level: Level
  ) throws(DefinitionError) -> ExpressionSyntax.Content {
    var rest: [(ArithmeticOperator, ExpressionSyntax)] = []
    while self.level == level, case .symbol(let symbol) = next.content,
      let operation = ArithmeticOperator(symbol: symbol)
    {
      position += 1
      let operand = level == .sum ? try expression(.product) : try operand(.sign)
      rest.append((operation, operand))
    }
    return .arithmetic(first, rest)
  }

  private mutating func comparison(_ left: ExpressionSyntax) throws(DefinitionError)
    -> ExpressionSyntax.Content
  {
    if case .symbol(let symbol) = next.content, let comparison = Comparison(symbol: symbol) {
      position += 1
      return .comparison(left, comparison, try expression(.sum))
    }
    if take(.word("matches")) {
      guard case .text(let pattern) = next.content else {
        throw error("expected a pattern in quotes after 'matches', found \(found)")
      }
      let offset = next.range.lowerBound + 1
      position += 1
      return .matches(left, pattern: pattern, offset: offset)
    }
    let start = position
    let isBlank = take(.word("is"))
    let isNegated = take(.word("not"))
    let content: ExpressionSyntax.Content
    if isBlank {
      try expect(.word("blank"), isNegated ? "'blank' after 'is not'" : "'blank' after 'is'")
      content = .blank(left)
    } else {
      try expect(.word("in"), "'in' after 'not'")
      try expect(.symbol("("), "'(' after 'in'")
      content = .membership(left, try list(closing: "the list"))
    }
    guard isNegated else { return content }
    let range = tokens[start].range.lowerBound..<end
    return .not(ExpressionSyntax(content: content, range: range))
  }

  /// Parses the expressions up to a closing parenthesis.
  private mutating func list(closing what: String) throws(DefinitionError) -> [ExpressionSyntax] {
    var items: [ExpressionSyntax] = []
    repeat { items.append(try expression(.sum)) } while take(.symbol(","))
    try expect(.symbol(")"), "',' or ')' in \(what)")
    return items
  }

  // MARK: Operands

  /// Parses an operand.
  private mutating func operand(_ lowest: Level) throws(DefinitionError) -> ExpressionSyntax {
    let token = next
    let content: ExpressionSyntax.Content
    switch token.content {
    case .text(let text):
      position += 1
      content = .text(text)
    case .name(let name):
      position += 1
      content = try field(name)
    case .word("not") where lowest.rawValue <= Level.not.rawValue:
      position += 1
      content = .not(try expression(.not))
    case .word(let word): content = try self.word(word)
    case .symbol("("):
      position += 1
      content = try expression(.or).content
      guard take(.symbol(")")) else {
        let column = text.location(of: token.range.lowerBound).column
        throw error("expected ')' for the '(' at column \(column), found \(found)")
      }
    case .symbol("-"):
      position += 1
      if next.content == .symbol("-") { throw error("consecutive signs are not allowed") }
      content = negation(of: try expression(.sign), sign: token.range)
    default:
      guard let literal = literal(token) else { throw error("expected a value, found \(found)") }
      position += 1
      content = literal
    }
    return ExpressionSyntax(content: content, range: token.range.lowerBound..<end)
  }

  /// Returns the constant of a token, or nil if it is none.
  ///
  /// The type of a constant is a large value, which is kept out of the frames of the recursion.
  private func literal(_ token: Token) -> ExpressionSyntax.Content? {
    guard case .literal(let value, let type) = token.content else { return nil }
    return .literal(value, type)
  }

  private func negation(
    of operand: ExpressionSyntax, sign: Range<Int>
  ) -> ExpressionSyntax.Content {
    let zero = ExpressionSyntax(content: .literal(.integer(0), .integer), range: sign)
    return .arithmetic(zero, [(.subtract, operand)])
  }

  private mutating func word(_ word: String) throws(DefinitionError) -> ExpressionSyntax.Content {
    switch word {
    case "true", "false":
      position += 1
      return .literal(.boolean(word == "true"), .boolean())
    case _ where Keyword.all.contains(word.lowercased()):
      throw error("expected a value, found \(found); write a field with that name in backticks")
    default: break
    }
    position += 1
    if take(.symbol("(")) {
      return .call(
        word, take(.symbol(")")) ? [] : try list(closing: "the arguments of \(word)"))
    }
    if word == "param", take(.symbol(".")) { return .parameter(try name()) }
    return try field(word)
  }

  /// Parses a field or a range of fields.
  private mutating func field(_ name: String) throws(DefinitionError) -> ExpressionSyntax.Content {
    take(.symbol("..")) ? .fields(first: name, last: try self.name()) : .field(name)
  }

  private mutating func name() throws(DefinitionError) -> String {
    switch next.content {
    case .name(let name), .word(let name):
      position += 1
      return name
    default: throw error("expected a name, found \(found)")
    }
  }

  // MARK: Tokens

  /// The next token. At the end it stays `.end`.
  private var next: Token { tokens[min(position, tokens.count - 1)] }
  /// The end of the last token that was parsed.
  private var end: Int { position == 0 ? 0 : tokens[position - 1].range.upperBound }

  private mutating func take(_ content: Token.Content) -> Bool {
    guard next.content == content else { return false }
    position += 1
    return true
  }

  private mutating func expect(
    _ content: Token.Content, _ what: String
  ) throws(DefinitionError) {
    guard take(content) else { throw error("expected \(what), found \(found)") }
  }

  /// A description of the next token.
  private var found: String {
    next.content == .end ? "the end" : "'\(text.excerpt(next.range))'"
  }

  /// Creates an error at the next token. An uppercase keyword is the most likely cause.
  private func error(_ message: String) -> DefinitionError {
    if case .word(let word) = next.content, case let lower = word.lowercased(), lower != word,
      Keyword.all.contains(lower)
    {
      return text.error("keywords are lower case: write '\(lower)'", at: next.range.lowerBound)
    }
    return text.error(message, at: next.range.lowerBound)
  }
}
