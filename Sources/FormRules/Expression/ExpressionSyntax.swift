/// The syntax tree of an expression, without types.
package struct ExpressionSyntax {
  package indirect enum Content {
    /// A field.
    case field(String)
    /// The fields from the first to the last, in the order of the form.
    case fields(first: String, last: String)
    /// A parameter of the run.
    case parameter(String)
    /// Quoted text.
    case text(String)
    /// Any other constant.
    case literal(Value, FieldType)
    /// A function call.
    case call(String, [ExpressionSyntax])
    /// Operators of the same precedence, left to right.
    case arithmetic(ExpressionSyntax, [(ArithmeticOperator, ExpressionSyntax)])
    case comparison(ExpressionSyntax, Comparison, ExpressionSyntax)
    case membership(ExpressionSyntax, [ExpressionSyntax])
    case blank(ExpressionSyntax)
    /// A value and a token with the pattern.
    case matches(ExpressionSyntax, pattern: String, offset: Int)
    case not(ExpressionSyntax)
    case all([ExpressionSyntax])
    case any([ExpressionSyntax])
  }

  package let content: Content
  let range: Range<Int>
}

extension ExpressionSyntax {
  /// Parses a condition.
  package init(_ source: String, at location: DefinitionLocation = .none) throws(DefinitionError) {
    var parser = try ExpressionParser(ExpressionText(source, at: location))
    self = try parser.parse()
  }
}
