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
/// by which histories know them: a second rule of one name on one property must say its own. What
/// `Nested`, `Each` and `Check` say is not in them.
public struct ModelValidator<Root>: Sendable {
  let units: ModelUnits<Root>
  /// What it was made of, so that a live form can add a property.
  private let source: Source

  private struct Source: Sendable {
    var parts: ModelParts<Root>
    /// The form from elsewhere, if there is one; otherwise the form's name and lists.
    var form: Form
    var isWhole: Bool
    var ruleSet: RuleSet
    var parameters: [String: any FormValue]
    var files: (any FileAccess)?
  }

  /// The fields that the properties are.
  public var form: Form { units.plans[0].validation.plan.form }
  /// The rules, as data.
  public var ruleSet: RuleSet { units.plans[0].validation.plan.ruleSet }

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
    try self.init(
      Source(
        parts: parts(), form: Form(name: name, fields: [], lists: lists), isWhole: false,
        ruleSet: RuleSet(name: name, form: name), parameters: [:], files: files))
  }

  /// A validator by a rule set from elsewhere, such as a YAML file; the parts may add rules to it.
  /// What a form says, such as which fields are required, is not known here: give the form too.
  ///
  /// - Parameters:
  ///   - ruleSet: its fields are the properties, by name.
  ///   - parameters: the rule set's run parameters, by name.
  public init(
    _ ruleSet: RuleSet, lists: [ValueList] = [], parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil, @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    try self.init(
      Source(
        parts: parts(), form: Form(name: ruleSet.form, fields: [], lists: lists), isWhole: false,
        ruleSet: ruleSet, parameters: parameters, files: files))
  }

  /// A validator by a whole definition from elsewhere, such as YAML files: what is required, trimmed
  /// and labelled is as the form says, and so is how texts are read. The parts say where each field is
  /// in the model, and may add rules, and properties that the form does not have.
  ///
  /// A property of another Swift type than text is read by that type: a `CalendarDate` fits a field of
  /// type date whatever the form's formats, and a number any field of numbers.
  ///
  /// - Parameters:
  ///   - form: each of its fields needs a property of that name.
  ///   - ruleSet: the rules, for that form.
  ///   - parameters: the rule set's run parameters, by name.
  ///   - files: the files that properties name by path.
  /// - Throws: `DefinitionErrors` with everything that is wrong: fields without a property, and
  ///   properties of a type that is not the field's, among others.
  public init(
    _ form: Form, _ ruleSet: RuleSet, parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil, @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    try self.init(
      Source(
        parts: parts(), form: form, isWhole: true, ruleSet: ruleSet, parameters: parameters,
        files: files))
  }

  private init(_ source: Source) throws(DefinitionErrors) {
    var form = source.form
    form.fields =
      source.isWhole
      ? try form.bound(to: source.parts) : source.parts.inOrder.map(\.field)
    self.source = source
    units = try ModelUnits(
      source.parts, form, source.ruleSet, parameters: source.parameters, files: source.files)
  }

  /// The same validator with one more part.
  func adding(_ part: ModelParts<Root>) throws(DefinitionErrors) -> ModelValidator {
    var source = source
    source.parts = source.parts.adding(part)
    return try ModelValidator(source)
  }
}

/// Judges dictionaries, such as decoded JSON or the fields of a web form. What the form does not name
/// is not looked at.
public typealias FormValidator = ModelValidator<[String: any FormValue]>

extension ModelValidator where Root == [String: any FormValue] {
  /// A validator by a form and a rule set from elsewhere, such as a YAML file.
  ///
  /// - Parameters:
  ///   - parameters: the rule set's run parameters, by name.
  ///   - files: the files that fields name by path; without it rules about these are skipped.
  ///     Content as `Data` needs none.
  /// - Throws: `DefinitionErrors` with everything that is wrong.
  public init(
    _ form: Form, _ ruleSet: RuleSet, parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil
  ) throws(DefinitionErrors) {
    try self.init(form, ruleSet, parameters: parameters, files: files) {
      for field in form.fields { Property(field.name, as: field.type) }
    }
  }
}

extension ModelValidator {
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
    validate(
      all: models, stop: stop, ValidationCall(scenario: scenario, language: language, now: now))
  }

  func validate(
    all models: [Root], stop: RuleEntry.Stop, _ call: ValidationCall
  ) -> [ValidationResult<Root>] {
    zip(models, units.findings(in: models, call)).map { model, found in
      ValidationResult(model, failures: found.failures.upTo(stop), skipped: found.skipped)
    }
  }
}
