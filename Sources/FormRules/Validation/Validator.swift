/// Judges single values by a list of rules.
///
/// Making one binds the rules, which costs some microseconds; a validator is then used as often as
/// one likes, from any number of tasks.
///
/// ```swift
/// let validator = try Validator(.required, .email(), .length(max: 80))
/// let result = validator.validate("ana@example")
/// result.errors.first?.code     // "email.invalid"
/// result.errors.first?.message  // "Value must be an email address, such as ana@example.com."
/// ```
///
/// As everywhere in formrec, a missing or empty value is looked at by `required` and `blank` alone,
/// unless a rule says `validatesEmpty()`; a failed `required`, and a text that is not of the field's
/// type, leave the other rules out.
public struct Validator<Value: FormValue>: Sendable {
  /// What the value is called, and how it is read.
  let field: Field

  /// How many of the rules must be satisfied.
  private enum Demand { case all, any }

  private let demand: Demand
  private let validation: PlanValidation

  /// A validator that demands all of the rules.
  ///
  /// - Parameters:
  ///   - type: what it judges; `String` unless said.
  ///   - label: what messages call the value.
  ///   - labels: the same in other languages, by tag.
  ///   - fieldType: how its text is read, when that is not as its own type says: a `String` that is
  ///     a number or a date.
  ///   - trim: whether rules see the text without blanks at its ends.
  ///   - rules: the rules, in order.
  /// - Throws: `DefinitionErrors` with everything that is wrong with the rules.
  public init(
    for type: Value.Type = String.self, label: String = "Value", labels: [String: String] = [:],
    as fieldType: FieldType? = nil,
    trim: Bool = false, _ rules: RuleEntry...
  ) throws(DefinitionErrors) {
    try self.init(for: type, label: label, labels: labels, as: fieldType, trim: trim, rules)
  }

  /// The same with the rules in an array.
  public init(
    for type: Value.Type = String.self, label: String = "Value", labels: [String: String] = [:],
    as fieldType: FieldType? = nil,
    trim: Bool = false, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    try self.init(.all, "value", (label, labels), fieldType, trim, rules)
  }

  /// A validator of a value that has a name: errors have it as their field, and ids of rules begin
  /// with it.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - label: what messages call the value; nil means the name.
  public init(
    _ name: String, for type: Value.Type = String.self, label: String? = nil,
    labels: [String: String] = [:], as fieldType: FieldType? = nil, trim: Bool = false,
    _ rules: RuleEntry...
  ) throws(DefinitionErrors) {
    try self.init(.all, name, (label, labels), fieldType, trim, rules)
  }

  /// The same with the rules in an array.
  public init(
    _ name: String, for type: Value.Type = String.self, label: String? = nil,
    labels: [String: String] = [:], as fieldType: FieldType? = nil, trim: Bool = false,
    _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    try self.init(.all, name, (label, labels), fieldType, trim, rules)
  }

  /// A validator that demands one of the rules at least. `required`, if it is among them, and the
  /// type are demanded all the same.
  ///
  /// When one is satisfied the result has no errors, else those of all.
  /// - Throws: `DefinitionErrors`, also when there is no rule.
  public init(
    for type: Value.Type = String.self, label: String = "Value", labels: [String: String] = [:],
    as fieldType: FieldType? = nil,
    trim: Bool = false, anyOf rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    if rules.isEmpty {
      throw DefinitionErrors([DefinitionError("anyOf needs at least one rule", at: .none)])
    }
    try self.init(.any, "value", (label, labels), fieldType, trim, rules)
  }

  private init(
    _ demand: Demand, _ name: String, _ label: (String?, [String: String]), _ type: FieldType?,
    _ trim: Bool, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    self.demand = demand
    field = Field(
      name: name, label: label.0, labels: label.1, type: type ?? Value.fieldType, trim: trim)
    validation = try PlanValidation(
      Form(name: "value", fields: [field]),
      RuleSet(
        name: "value", form: "value", fields: [FieldRules(field: name, rules: rules.numbered(name))]
      ))
  }

  /// Judges a value.
  ///
  /// - Parameters:
  ///   - stop: whether only the first error is of interest. All rules run all the same.
  ///   - scenario: leaves out rules for other scenarios, all of them if none is for this one.
  ///   - language: of the messages; English where there is none in that language.
  ///   - now: the clock; nil reads it.
  public func validate(
    _ value: Value, stop: RuleEntry.Stop = .never, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) -> ValidationResult<Value> {
    validate(value, stop: stop, ValidationCall(scenario: scenario, language: language, now: now))
  }

  func validate(
    _ value: Value, stop: RuleEntry.Stop, _ call: ValidationCall
  ) -> ValidationResult<Value> {
    var found = validation.findings(in: [[value]], call)[0]
    if demand == .any, isOneSatisfied(found.failures) {
      found.failures.removeAll { $0.severity.rejects }
    }
    return ValidationResult(
      value, failures: found.failures.upTo(stop), skipped: found.skipped)
  }

  /// Whether nothing but alternatives failed, and not all of them.
  private func isOneSatisfied(_ failures: [ValidationError]) -> Bool {
    var alternatives = Set(validation.plan.rules.filter(\.isAlternative).map(\.id))
    for failure in failures where failure.severity.rejects {
      if alternatives.remove(failure.rule) == nil { return false }
    }
    return !alternatives.isEmpty
  }

  /// Whether a value is valid.
  public func isValid(_ value: Value) -> Bool { validate(value).isValid }
}

/// `Validator`, where another module has one of that name too: Vapor has, and so have other libraries.
/// `FormRules.Validator` says the same.
public typealias ValueValidator = Validator

extension PlanRule {
  /// Whether it is a rule of the list, but for `required`.
  fileprivate var isAlternative: Bool {
    if case .rule = kind { ruleName != RequiredRule.name } else { false }
  }
}

extension [RuleEntry] {
  /// The same rules, each with an id of its own: the second `pattern` of a list is
  /// `value.pattern.2`. Nothing is kept under these ids, so they may shift.
  fileprivate func numbered(_ name: String) -> [RuleEntry] {
    var counts: [String: Int] = [:]
    return map { entry in
      counts[entry.rule, default: 0] += 1
      guard entry.id == nil, let count = counts[entry.rule], count > 1 else { return entry }
      return entry.id("\(name).\(entry.rule).\(count)")
    }
  }
}

extension [RuleEntry] {
  /// Judges a value by these rules. Binds them first: for one value that is no matter, for many make
  /// a `Validator`.
  public func validate<Value: FormValue>(
    _ value: Value, stop: RuleEntry.Stop = .never, language: Localization = .english
  ) throws(DefinitionErrors) -> ValidationResult<Value> {
    try Validator(for: Value.self, self).validate(value, stop: stop, language: language)
  }
}

extension FormValue {
  /// Judges the value; it must satisfy all of the rules. See `Validator` for many values.
  public func satisfyAll(_ rules: RuleEntry...) throws(DefinitionErrors) -> ValidationResult<Self> {
    try rules.validate(self)
  }

  /// The same with the rules in an array.
  public func satisfyAll(_ rules: [RuleEntry]) throws(DefinitionErrors) -> ValidationResult<Self> {
    try rules.validate(self)
  }

  /// Judges the value; it must satisfy one of the rules at least.
  public func satisfyAny(_ rules: RuleEntry...) throws(DefinitionErrors) -> ValidationResult<Self> {
    try Validator(for: Self.self, anyOf: rules).validate(self)
  }

  /// The same with the rules in an array.
  public func satisfyAny(_ rules: [RuleEntry]) throws(DefinitionErrors) -> ValidationResult<Self> {
    try Validator(for: Self.self, anyOf: rules).validate(self)
  }
}
