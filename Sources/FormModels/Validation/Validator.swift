public import FormRules

/// Validates single values with a list of rules.
///
/// Creating a validator binds the rules, which costs as much as validating some dozens of values:
/// create it once. It can then be used any number of times from any number of tasks.
///
/// ```swift
/// let validator = try Validator(.required, .email(), .length(max: 80))
/// let result = validator.validate("ana@example")
/// result.errors.first?.code     // "email.invalid"
/// result.errors.first?.message  // "Value must be an email address, such as ana@example.com."
/// ```
///
/// As everywhere in formrec, rules skip a missing or empty value, except for a few such as
/// `required` and `blank`, and for rules with `validatesEmpty()`. If `required` fails or a text
/// does not have the field's type, the other rules are not evaluated.
public struct Validator<Value: FormValue>: Sendable {
  /// The name and type of the value.
  let field: Field
  /// Applies the default and the transform; nil if there is neither.
  private var prepare: (@Sendable (inout Value) -> Void)?
  /// The zone of `today`, or nil for UTC.
  private(set) var zone: NamedZone?

  /// The number of rules that must pass.
  private enum Combination { case all, any }

  private let combination: Combination
  private let validation: PlanValidation

  /// Creates a validator that requires all rules to pass.
  ///
  /// - Parameters:
  ///   - type: The type of the values. The default is `String`.
  ///   - label: The name of the value in messages.
  ///   - fieldType: The type for reading the value's text, if it differs from the Swift type: a
  ///     `String` that holds a number or a date.
  ///   - trim: Whether rules see the text without leading and trailing blanks.
  ///   - rules: The rules, in order.
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    for type: Value.Type = String.self, label: String = "Value", as fieldType: FieldType? = nil,
    trim: Bool = false, _ rules: RuleEntry...
  ) throws(DefinitionErrors) {
    try self.init(for: type, label: label, as: fieldType, trim: trim, rules)
  }

  /// Creates a validator that requires all rules in an array to pass.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    for type: Value.Type = String.self, label: String = "Value", as fieldType: FieldType? = nil,
    trim: Bool = false, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    try self.init(.all, of: Self.field("value", label, fieldType, trim: trim), rules)
  }

  /// Creates a validator for a named value. Errors have the name as their field, and rule
  /// identifiers begin with it.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - label: The name of the value in messages, or nil for `name`.
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    _ name: String, for type: Value.Type = String.self, label: String? = nil,
    as fieldType: FieldType? = nil, _ rules: RuleEntry...
  ) throws(DefinitionErrors) {
    try self.init(name, for: type, label: label, as: fieldType, rules)
  }

  /// Creates a validator for a named value with the rules in an array.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    _ name: String, for type: Value.Type = String.self, label: String? = nil,
    as fieldType: FieldType? = nil, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    try self.init(.all, of: Self.field(name, label, fieldType), rules)
  }

  /// Creates a validator for the values of a field, with its name, type, trimming, and labels in
  /// several languages.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    _ field: Field, for type: Value.Type = String.self, _ rules: RuleEntry...
  ) throws(DefinitionErrors) {
    try self.init(.all, of: field, rules)
  }

  /// Creates a validator for the values of a field with the rules in an array.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    _ field: Field, for type: Value.Type = String.self, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    try self.init(.all, of: field, rules)
  }

  /// Creates a validator that requires at least one rule to pass. `required`, if it is among them,
  /// and the type must always pass.
  ///
  /// If one rule passes, the result has no errors, otherwise those of all rules.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid or there are none.
  public init(
    for type: Value.Type = String.self, label: String = "Value", as fieldType: FieldType? = nil,
    trim: Bool = false, anyOf rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    if rules.isEmpty {
      throw DefinitionErrors([
        DefinitionError("anyOf requires at least one rule", .missing(nil), at: .none)
      ])
    }
    try self.init(.any, of: Self.field("value", label, fieldType, trim: trim), rules)
  }

  private static func field(
    _ name: String, _ label: String?, _ type: FieldType?, trim: Bool = false
  ) -> Field {
    Field(name: name, label: label, type: type ?? Value.fieldType, trim: trim)
  }

  private init(
    _ combination: Combination, of field: Field, _ rules: [RuleEntry]
  ) throws(DefinitionErrors) {
    self.combination = combination
    self.field = field
    let form = Form(name: "value", fields: [field])
    var ruleSet = RuleSet(name: "value", form: "value")
    ruleSet.add([FieldRules(field: field.name, rules: rules)], to: form)
    validation = try PlanValidation(form, ruleSet)
  }

  /// The same validator with a default or a transform, which are applied before rules are
  /// evaluated. `validated` returns the changed value.
  ///
  /// - Parameters:
  ///   - default: The value that replaces a missing one.
  ///   - transform: Replaces the value, after `default` and `trim`.
  public func with(
    default: Value? = nil, transform: (@Sendable (Value) -> Value)? = nil
  ) -> Validator {
    let (preparation, trims) = (Preparation(default: `default`, transform: transform), field.trim)
    var validator = self
    validator.prepare = { preparation.apply(to: &$0, trims: trims) }
    return validator
  }

  /// The same validator, in which `today` is the day in a time zone instead of UTC.
  public func inZone(_ zone: NamedZone) -> Validator {
    var validator = self
    validator.zone = zone
    return validator
  }

  /// The value that rules see.
  func prepared(_ value: Value) -> Value {
    var value = value
    prepare?(&value)
    return value
  }

  /// Validates a value.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, or nil to include all rules. Rules for other scenarios are
  ///     skipped.
  ///   - localization: The language of messages. Messages without a translation are in English.
  ///   - now: The clock, or nil for the system clock.
  public func validate(
    _ value: Value, scenario: String? = nil, in localization: Localization = .english,
    now: Instant? = nil
  ) -> ValidationResult<Value> {
    validate(
      value, ValidationCall(scenario: scenario, localization: localization, now: now, zone: zone))
  }

  func validate(_ value: Value, _ call: ValidationCall) -> ValidationResult<Value> {
    let prepared = prepared(value)
    var result = validation.results(of: 1, call) { _, _ in prepared }[0]
    if combination == .any, isOneSatisfied(result.failures) {
      result.failures.removeAll { $0.severity.rejects }
    }
    return ValidationResult(value, failures: result.failures, skipped: result.skipped)
  }

  /// Whether only alternatives failed, and not all of them.
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

/// A synonym of `Validator`, for programs that import another module with a type of that name, such
/// as Vapor. `FormModels.Validator` is equivalent.
public typealias ValueValidator = Validator

/// A synonym of `Form`, for programs that import another module with a type of that name, such as
/// SwiftUI. `FormRules.Form` is equivalent.
public typealias FormDefinition = Form

extension PlanRule {
  /// Whether it is a rule of the list other than `required`.
  fileprivate var isAlternative: Bool {
    if case .rule = kind { ruleName != RuleRegistry.requirement.name } else { false }
  }
}

extension [RuleEntry] {
  /// Validates a value with these rules. Binds the rules on each call, so create a `Validator` for
  /// many values.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public func validate<Value: FormValue>(
    _ value: Value, in localization: Localization = .english
  ) throws(DefinitionErrors) -> ValidationResult<Value> {
    try Validator(for: Value.self, self).validate(value, in: localization)
  }
}

extension FormValue {
  /// Validates the value, which must satisfy all rules. Use `Validator` for many values.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public func satisfyAll(_ rules: RuleEntry...) throws(DefinitionErrors) -> ValidationResult<Self> {
    try rules.validate(self)
  }

  /// Validates the value, which must satisfy at least one rule.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid or there are none.
  public func satisfyAny(_ rules: RuleEntry...) throws(DefinitionErrors) -> ValidationResult<Self> {
    try Validator(for: Self.self, anyOf: rules).validate(self)
  }
}
