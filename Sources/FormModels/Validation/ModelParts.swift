import FormRules

/// A part of a model validator: a `Property`, `RecordRules`, a `Check`, a `Nested` value, an `Each`
/// of repeated values, or an `Include` of another validator.
public protocol ModelPart<Root> {
  /// The type of the model.
  associatedtype Root
  /// The part as a list of parts.
  var parts: ModelParts<Root> { get }
}

/// The parts of a model validator.
public struct ModelParts<Root>: Sendable {
  var properties: [Property<Root>] = []
  var record: [ModelRule<Root>] = []
  var checks: [Check<Root>] = []
  /// Nested values with their own rules, to be bound later.
  var nested: [@Sendable () throws(DefinitionErrors) -> BoundModel<Root>] = []
  /// Errors that are reported when the parts are bound.
  var problems: [DefinitionError] = []

  /// The properties by ascending `order`. Properties with equal order keep their sequence.
  var inOrder: [Property<Root>] {
    properties.enumerated().sorted {
      ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
    }.map(\.element)
  }

  /// Creates no parts.
  public init() {}

  init(
    properties: [Property<Root>] = [], record: [ModelRule<Root>] = [], checks: [Check<Root>] = [],
    nested: [@Sendable () throws(DefinitionErrors) -> BoundModel<Root>] = [],
    problems: [DefinitionError] = []
  ) {
    (self.properties, self.record, self.checks) = (properties, record, checks)
    (self.nested, self.problems) = (nested, problems)
  }

  var isEmpty: Bool { properties.isEmpty && record.isEmpty && checks.isEmpty && nested.isEmpty }

  func adding(_ other: ModelParts) -> ModelParts {
    ModelParts(
      properties: properties + other.properties, record: record + other.record,
      checks: checks + other.checks, nested: nested + other.nested,
      problems: problems + other.problems)
  }

  /// The parts in order, whose rules are entries with names instead of key paths. A property for
  /// each condition written in Swift follows the others.
  ///
  /// - Throws: `DefinitionErrors` with all problems of the parts and all key paths of no property.
  func named() throws(DefinitionErrors) -> NamedParts<Root> {
    let properties = inOrder
    var names = ModelNames(properties)
    var problems = problems
    func entries(_ rules: [ModelRule<Root>]) -> [RuleEntry] {
      rules.compactMap { rule in
        do throws(DefinitionError) {
          return try rule.entry(&names)
        } catch {
          problems.append(error)
          return nil
        }
      }
    }
    let fields = properties.map { property in
      FieldRules(field: property.field.name, rules: entries(property.rules))
    }
    let record = entries(record)
    var checks = checks
    for index in checks.indices {
      guard let path = checks[index].path else { continue }
      do throws(DefinitionError) {
        checks[index].field = try names.name(of: path)
      } catch {
        problems.append(error)
      }
    }
    if !problems.isEmpty { throw DefinitionErrors(problems) }
    return NamedParts(
      properties: properties + names.conditions, fields: fields.filter { !$0.rules.isEmpty },
      record: record, checks: checks, nested: nested)
  }
}

/// The parts of a model validator with the entries of their rules.
struct NamedParts<Root> {
  /// The properties in order, and one for each condition written in Swift.
  let properties: [Property<Root>]
  let fields: [FieldRules]
  let record: [RuleEntry]
  let checks: [Check<Root>]
  let nested: [@Sendable () throws(DefinitionErrors) -> BoundModel<Root>]
}

/// Collects the parts of a model.
@resultBuilder
public enum ModelBuilder<Root> {
  /// Adds a part. A single function for all kinds of parts, so that the compiler reports an error
  /// in the part itself.
  public static func buildExpression<Part: ModelPart>(_ part: Part) -> ModelParts<Root>
  where Part.Root == Root { part.parts }
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
