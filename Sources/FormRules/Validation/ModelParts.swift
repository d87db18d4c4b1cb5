/// The parts of a model validator.
public struct ModelParts<Root>: Sendable {
  var properties: [Property<Root>] = []
  var record: [RuleEntry] = []
  var checks: [Check<Root>] = []
  /// Nested values with their own rules, to be bound later.
  var inner: [@Sendable () throws(DefinitionErrors) -> ModelUnits<Root>] = []

  /// The properties by ascending `order`. Properties with equal order keep their sequence.
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

/// Collects properties, record rules, checks, and nested and repeated values.
@resultBuilder
public enum ModelBuilder<Root> {
  /// Adds a property.
  public static func buildExpression(_ property: Property<Root>) -> ModelParts<Root> {
    ModelParts(properties: [property])
  }
  /// Adds rules of the record.
  public static func buildExpression(_ record: RecordRules) -> ModelParts<Root> {
    ModelParts(record: record.rules)
  }
  /// Adds a requirement written in Swift.
  public static func buildExpression(_ check: Check<Root>) -> ModelParts<Root> {
    ModelParts(checks: [check])
  }
  /// Adds a nested value with its own properties.
  public static func buildExpression<Part>(_ nested: Nested<Root, Part>) -> ModelParts<Root> {
    ModelParts(inner: [nested.bind])
  }
  /// Adds repeated values with their own properties.
  public static func buildExpression<Item>(_ each: Each<Root, Item>) -> ModelParts<Root> {
    ModelParts(inner: [each.bind])
  }
  /// Joins parts in order.
  public static func buildBlock(_ parts: ModelParts<Root>...) -> ModelParts<Root> {
    buildArray(parts)
  }
  /// Adds an optional part.
  public static func buildOptional(_ parts: ModelParts<Root>?) -> ModelParts<Root> {
    parts ?? ModelParts()
  }
  /// Adds the first branch of a condition.
  public static func buildEither(first parts: ModelParts<Root>) -> ModelParts<Root> { parts }
  /// Adds the second branch of a condition.
  public static func buildEither(second parts: ModelParts<Root>) -> ModelParts<Root> { parts }
  /// Adds the parts of a loop.
  public static func buildArray(_ parts: [ModelParts<Root>]) -> ModelParts<Root> {
    parts.reduce(ModelParts()) { $0.adding($1) }
  }
}
