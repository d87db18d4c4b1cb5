extension DefinitionNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates a quoted scalar.
  @inline(never)
  public init(stringLiteral value: String) { self.init(.scalar(value, isPlain: false)) }
  /// Creates a plain scalar.
  @inline(never)
  public init(integerLiteral value: Int) { self.init(.scalar(String(value), isPlain: true)) }
  /// Creates a list.
  @inline(never)
  public init(arrayLiteral elements: DefinitionNode...) { self.init(.sequence(elements)) }
  /// Creates a mapping.
  @inline(never)
  public init(dictionaryLiteral elements: (String, DefinitionNode)...) {
    self.init(.mapping(elements.map { Entry($0.0, $0.1) }))
  }
}
