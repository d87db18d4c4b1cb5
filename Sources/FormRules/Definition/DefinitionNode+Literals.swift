extension DefinitionNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A quoted scalar.
  @inline(never)
  public init(stringLiteral value: String) { self.init(.scalar(value, isPlain: false)) }
  /// A plain scalar.
  @inline(never)
  public init(integerLiteral value: Int) { self.init(.scalar(String(value), isPlain: true)) }
  /// A list.
  @inline(never)
  public init(arrayLiteral elements: DefinitionNode...) { self.init(.sequence(elements)) }
  /// A mapping.
  @inline(never)
  public init(dictionaryLiteral elements: (String, DefinitionNode)...) {
    self.init(.mapping(elements.map { Entry($0.0, $0.1) }))
  }
}
