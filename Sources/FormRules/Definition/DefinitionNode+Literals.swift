extension DefinitionNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A quoted scalar.
  public init(stringLiteral value: String) { self.init(.scalar(value, isPlain: false)) }
  /// A plain scalar.
  public init(integerLiteral value: Int) { self.init(.scalar(String(value), isPlain: true)) }
  /// A list.
  public init(arrayLiteral elements: DefinitionNode...) { self.init(.sequence(elements)) }
  /// A mapping.
  public init(dictionaryLiteral elements: (String, DefinitionNode)...) {
    self.init(.mapping(elements.map { Entry($0.0, $0.1) }))
  }
}
