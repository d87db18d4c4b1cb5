public import FormRules

/// A rule of a model. It has all rules and modifiers of `RuleEntry`; it may also name other
/// properties by key path and have a condition that is written in Swift:
///
/// ```swift
/// Property("repeated", \.repeated, .equals(\.password))
/// Property("guardian", \.guardian, .required.when { $0.age < 18 })
/// ```
///
/// A key path must be that of a property of the same model: in the properties of a nested value,
/// that of a property of the nested value.
public struct ModelRule<Root>: DeclaredRule {
  /// Returns the entry, in which names replace key paths and closures.
  let entry: @Sendable (inout ModelNames<Root>) throws(DefinitionError) -> RuleEntry
  /// The number of levels of nested rules.
  private var levels = 0

  init(
    naming entry: @escaping @Sendable (inout ModelNames<Root>) throws(DefinitionError) -> RuleEntry
  ) { self.entry = entry }

  /// Creates a rule from an entry.
  public init(_ entry: RuleEntry) { self.init { _ in entry } }

  /// Creates a rule that contains other rules.
  public init(
    containing rules: [ModelRule], _ make: @escaping @Sendable ([RuleEntry]) -> RuleEntry
  ) {
    let levels = rules.reduce(0) { max($0, $1.levels + 1) }
    if levels > RuleEntry.maximumLevels {
      self.init { _ in make([]).nestedTooDeep }
    } else {
      self.init { names throws(DefinitionError) in
        var entries: [RuleEntry] = []
        for rule in rules { entries.append(try rule.entry(&names)) }
        return make(entries)
      }
    }
    self.levels = levels
  }

  /// Returns a copy with a changed entry.
  public func changed(_ change: @escaping @Sendable (inout RuleEntry) -> Void) -> ModelRule {
    replacing { [entry] names throws(DefinitionError) in try entry(&names).changed(change) }
  }

  /// Applies the rule only if a condition written in Swift is true. It may read the whole model.
  ///
  /// The condition becomes a Boolean field of the validator's form, so that a recorder can store
  /// its result with each record. Live forms evaluate the rule again after every change.
  ///
  /// - Parameters:
  ///   - name: The name of the field, or nil for `condition1`, `condition2` and so on. Specify one
  ///     if the form is stored, because these names change with the order of the rules.
  ///   - condition: Returns whether the rule applies to a model.
  public func when(
    _ name: String? = nil, _ condition: @escaping @Sendable (Root) -> Bool
  ) -> ModelRule {
    replacing { [entry] names throws(DefinitionError) in
      let field = names.addCondition(name, condition)
      return try entry(&names).when(field)
    }
  }

  /// The rule with another entry.
  func replacing(
    _ entry: @escaping @Sendable (inout ModelNames<Root>) throws(DefinitionError) -> RuleEntry
  ) -> ModelRule {
    var rule = ModelRule(naming: entry)
    rule.levels = levels
    return rule
  }
}

/// The names of a model's properties, and the conditions written in Swift, while its rules are
/// bound.
struct ModelNames<Root> {
  private let names: [FieldPath: String]
  /// A property for each condition.
  private(set) var conditions: [Property<Root>] = []

  init(_ properties: [Property<Root>]) {
    var names: [FieldPath: String] = [:]
    for property in properties {
      if let path = property.source.path { names[path] = names[path] ?? property.field.name }
    }
    self.names = names
  }

  /// The name of the property that is read by a key path.
  func name(of path: FieldPath) throws(DefinitionError) -> String {
    if let name = names[path] { return name }
    throw DefinitionError(
      "\(path.path) is not the key path of a property of this model",
      .unknownField("\(path.path)"), at: .none)
  }

  /// Adds a condition and returns the name of its field.
  mutating func addCondition(
    _ name: String?, _ condition: @escaping @Sendable (Root) -> Bool
  ) -> String {
    let name = name ?? "condition\(conditions.count + 1)"
    conditions.append(
      Property(
        field: Field(name: name, type: Bool.fieldType), rules: [], source: .condition,
        read: { condition($0) }))
    return name
  }
}
