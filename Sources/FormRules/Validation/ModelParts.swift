/// What a model validator is made of.
public struct ModelParts<Root>: Sendable {
  var properties: [Property<Root>] = []
  var record: [RuleEntry] = []
  var checks: [Check<Root>] = []
  /// Values in the model with rules of their own, to be bound.
  var inner: [@Sendable () throws(DefinitionErrors) -> ModelUnits<Root>] = []

  /// The properties by ascending order, equal ones as they stand.
  var inOrder: [Property<Root>] {
    properties.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element)
  }

  func adding(_ other: ModelParts) -> ModelParts {
    ModelParts(
      properties: properties + other.properties, record: record + other.record,
      checks: checks + other.checks, inner: inner + other.inner)
  }
}

/// Collects properties, rules of records, checks, and nested and repeated values.
@resultBuilder
public enum ModelBuilder<Root> {
  /// A property.
  public static func buildExpression(_ property: Property<Root>) -> ModelParts<Root> {
    ModelParts(properties: [property])
  }
  /// Rules of the record.
  public static func buildExpression(_ record: RecordRules) -> ModelParts<Root> {
    ModelParts(record: record.rules)
  }
  /// A requirement written in Swift.
  public static func buildExpression(_ check: Check<Root>) -> ModelParts<Root> {
    ModelParts(checks: [check])
  }
  /// A value in the model with properties of its own.
  public static func buildExpression<Part>(_ nested: Nested<Root, Part>) -> ModelParts<Root> {
    ModelParts(inner: [nested.bind])
  }
  /// Values in the model with properties of their own.
  public static func buildExpression<Item>(_ each: Each<Root, Item>) -> ModelParts<Root> {
    ModelParts(inner: [each.bind])
  }
  /// Parts, one after the other.
  public static func buildBlock(_ parts: ModelParts<Root>...) -> ModelParts<Root> {
    buildArray(parts)
  }
  /// A part that may be left out.
  public static func buildOptional(_ parts: ModelParts<Root>?) -> ModelParts<Root> {
    parts ?? ModelParts()
  }
  /// One branch.
  public static func buildEither(first parts: ModelParts<Root>) -> ModelParts<Root> { parts }
  /// The other branch.
  public static func buildEither(second parts: ModelParts<Root>) -> ModelParts<Root> { parts }
  /// The parts of a loop.
  public static func buildArray(_ parts: [ModelParts<Root>]) -> ModelParts<Root> {
    parts.reduce(ModelParts()) { $0.adding($1) }
  }
}
