/// The syntax tree of an expression, without types.
package struct Syntax {
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
    case call(String, [Syntax])
    /// Operators of the same precedence, left to right.
    case arithmetic(Syntax, [(Operation, Syntax)])
    case comparison(Syntax, Comparison, Syntax)
    case membership(Syntax, [Syntax])
    case blank(Syntax)
    /// A value and a token with the pattern.
    case matches(Syntax, pattern: String, offset: Int)
    case not(Syntax)
    case all([Syntax])
    case any([Syntax])
  }

  package let content: Content
  let range: Range<Int>
}

extension Syntax {
  /// Parses a condition.
  package init(_ source: String, at location: SourceLocation = .none) throws(DefinitionError) {
    var parser = try Parser(ExpressionText(source, at: location))
    self = try parser.parse()
  }
}
