/// A property of a model: its name, how it is read, and its rules.
public struct Property<Root>: Sendable {
  var field: Field
  let rules: [RuleEntry]
  let order: Int
  let read: @Sendable (Root) -> (any FormValue)?

  /// A property that a key path or closure reads. A closure may make something of several others:
  /// `Property("isCompany", { $0.kind == .company })` can then stand in conditions.
  ///
  /// - Parameters:
  ///   - name: the field's name, in errors, conditions and stored rules.
  ///   - label: what messages call it; nil means the name.
  ///   - labels: the same in other languages, by tag.
  ///   - type: how its text is read, when that is not as its own type says.
  ///   - trim: whether rules see the text without blanks at its ends.
  ///   - sensitive: whether a recorder masks it in reports and exports.
  ///   - order: properties are judged by ascending order, equal ones as they stand.
  ///   - rules: the rules, in order.
  public init<Value: FormValue>(
    _ name: String, _ read: @escaping @Sendable (Root) -> Value, label: String? = nil,
    labels: [String: String] = [:], as type: FieldType? = nil, trim: Bool = false,
    sensitive: Bool = false, order: Int = 100,
    _ rules: RuleEntry...
  ) {
    field = Field(
      name: name, label: label, labels: labels, type: type ?? Value.fieldType, sensitive: sensitive,
      trim: trim)
    self.rules = rules
    self.order = order
    self.read = read
  }
}

extension Property where Root == [String: any FormValue] {
  /// A value of a dictionary; its key is the field's name. The value may be of any type whose text
  /// the field type reads: a field of type integer takes `42` and `"42"`.
  public init(
    _ name: String, as type: FieldType = .text, label: String? = nil,
    labels: [String: String] = [:], trim: Bool = false,
    sensitive: Bool = false, order: Int = 100, _ rules: RuleEntry...
  ) {
    field = Field(
      name: name, label: label, labels: labels, type: type, sensitive: sensitive, trim: trim)
    self.rules = rules
    self.order = order
    read = { $0[name] }
  }
}

/// Rules of a whole model: `must` conditions, and `unique` over several properties.
public struct RecordRules: Sendable {
  let rules: [RuleEntry]

  /// Rules of the whole model.
  public init(_ rules: RuleEntry...) { self.rules = rules }
}

/// What a model validator is made of.
public struct ModelParts<Root>: Sendable {
  var properties: [Property<Root>] = []
  var record: [RuleEntry] = []

  /// The properties by ascending order, equal ones as they stand.
  var inOrder: [Property<Root>] {
    properties.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element)
  }
}

/// Collects properties and rules of records.
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
    ModelParts(properties: parts.flatMap(\.properties), record: parts.flatMap(\.record))
  }
}
