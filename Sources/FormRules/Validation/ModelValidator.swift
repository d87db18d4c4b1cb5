/// Judges whole models: values of a type of one's own by closures or key paths, or dictionaries.
///
/// ```swift
/// let validator = try ModelValidator<Account> {
///   Property("email", \.email, label: "E-mail", .required, .email())
///   Property("password", \.password, .required, .length(min: 8))
///   Property("repeated", \.repeated, .equals(.field("password")))
///   RecordRules(.must("email != password").at("password"))
/// }
/// let result = validator.validate(account, stop: .firstPerField)
/// ```
///
/// The properties become the fields of a form, the rules a rule set: what `form` and `ruleSet` say
/// can be written as YAML and stored by a recorder, and judges files the same way. So rules have ids,
/// by which histories know them: a second rule of one name on one property must say its own.
public struct ModelValidator<Root>: Sendable {
  private let validation: PlanValidation
  private let read: [@Sendable (Root) -> (any FormValue)?]

  /// The fields that the properties are.
  public var form: Form { validation.plan.form }
  /// The rules, as data.
  public var ruleSet: RuleSet { validation.plan.ruleSet }

  /// A validator of properties and rules of whole records.
  ///
  /// - Parameters:
  ///   - name: the name of form and rule set, `[a-z][a-z0-9_]*`; of interest to those who store them.
  ///   - lists: named lists of values, for `in(list:)`.
  ///   - files: the files that properties name by path; without it rules about these are skipped.
  ///     Content as `Data` needs none.
  ///   - parts: the properties, in the order of `order`, and the rules of the record.
  /// - Throws: `DefinitionErrors` with everything that is wrong with the rules.
  public init(
    name: String = "model", lists: [ValueList] = [], files: (any FileAccess)? = nil,
    @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    let ruleSet = RuleSet(name: name, form: name)
    try self.init(adding: ruleSet, lists: lists, given: [:], files: files, parts())
  }

  /// A validator by a rule set from elsewhere, such as a YAML file; the parts may add rules to it.
  ///
  /// - Parameters:
  ///   - ruleSet: its fields are the properties, by name.
  ///   - given: the rule set's given parameters, by name.
  public init(
    _ ruleSet: RuleSet, lists: [ValueList] = [], given: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil, @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    try self.init(adding: ruleSet, lists: lists, given: given, files: files, parts())
  }

  private init(
    adding ruleSet: RuleSet, lists: [ValueList], given: [String: any FormValue],
    files: (any FileAccess)?, _ parts: ModelParts<Root>
  ) throws(DefinitionErrors) {
    let properties = parts.inOrder
    var ruleSet = ruleSet
    for property in properties where !property.rules.isEmpty {
      ruleSet.fields.append(FieldRules(field: property.field.name, rules: property.rules))
    }
    ruleSet.fields.sort { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) }
    ruleSet.record += parts.record
    let form = Form(name: ruleSet.form, fields: properties.map(\.field), lists: lists)
    validation = try PlanValidation(form, ruleSet, given: given, files: files)
    read = properties.map(\.read)
  }

  /// Judges a model.
  ///
  /// - Parameters:
  ///   - stop: whether only the first error, or the first of each property, is of interest. All
  ///     rules run all the same.
  ///   - scenario: leaves out rules for other scenarios, all of them if none is for this one; nil
  ///     leaves out none.
  ///   - language: of the messages; English where there is none in that language.
  ///   - now: the clock; nil reads it.
  public func validate(
    _ model: Root, stop: RuleEntry.Stop = .never, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) -> ValidationResult<Root> {
    validate(all: [model], stop: stop, scenario: scenario, language: language, now: now)[0]
  }

  /// Judges several models together: `unique` compares each with those before it.
  public func validate(
    all models: [Root], stop: RuleEntry.Stop = .never, scenario: String? = nil,
    language: Localization = .english, now: Instant? = nil
  ) -> [ValidationResult<Root>] {
    let records = models.map { model in read.map { $0(model) } }
    let call = ValidationCall(scenario: scenario, language: language, now: now)
    return zip(models, validation.findings(in: records, call)).map { model, found in
      ValidationResult(model, failures: found.failures.upTo(stop), skipped: found.skipped)
    }
  }
}

/// Judges dictionaries, such as decoded JSON or the fields of a web form. What the form does not name
/// is not looked at.
public typealias FormValidator = ModelValidator<[String: any FormValue]>

extension ModelValidator where Root == [String: any FormValue] {
  /// A validator by a form and a rule set from elsewhere, such as a YAML file.
  ///
  /// - Parameters:
  ///   - given: the rule set's given parameters, by name.
  ///   - files: the files that fields name by path; without it rules about these are skipped.
  ///     Content as `Data` needs none.
  /// - Throws: `DefinitionErrors` with everything that is wrong.
  public init(
    _ form: Form, _ ruleSet: RuleSet, given: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil
  ) throws(DefinitionErrors) {
    validation = try PlanValidation(form, ruleSet, given: given, files: files)
    read = form.fields.map { field in { $0[field.name] } }
  }
}
