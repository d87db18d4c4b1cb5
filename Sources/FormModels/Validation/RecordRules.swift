import FormRules

/// Rules of a whole model: `must` conditions, and `unique` over several properties.
public struct RecordRules<Root>: ModelPart, Sendable {
  let rules: [ModelRule<Root>]
  /// The rules.
  public var parts: ModelParts<Root> { ModelParts(record: rules) }

  /// Creates rules of the whole model.
  public init(_ rules: ModelRule<Root>...) { self.rules = rules }

  /// Creates rules of the whole model from an array.
  public init(rules: [ModelRule<Root>]) { self.rules = rules }
}
