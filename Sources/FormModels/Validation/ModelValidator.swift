public import FormRules

/// Validates whole models: values of your own types, read by closures or key paths, or
/// dictionaries.
///
/// ```swift
/// let validator = try ModelValidator<Account> {
///   Property("email", \.email, .required, .email()).label("E-mail")
///   Property("password", \.password, .required, .length(min: 8))
///   Property("repeated", \.repeated, .equals(.field("password")))
///   RecordRules(.must("email != password").at("password"))
/// }
/// let result = validator.validate(account).upTo(.firstPerField)
/// ```
///
/// The properties become the fields of a form and the rules become a rule set. `form` and `ruleSet`
/// can be written as YAML and stored by a recorder, and judge files with the same results. A second
/// `postcode` of the property `zip` has the identifier `zip.postcode.2`; specify one with `id(_:)`
/// if the rules are stored, because these numbers change with the order. `Nested`, `Each` and
/// `Check` are not part of the form and rule set.
public struct ModelValidator<Root>: Sendable {
  let bound: BoundModel<Root>
  /// The original definition, from which a live form adds a property.
  private let source: Source

  private struct Source: Sendable {
    var parts: ModelParts<Root>
    /// The given form if `isWhole`; otherwise only its name and lists are used.
    var form: Form
    var isWhole: Bool
    var ruleSet: RuleSet
    var parameters: [String: any FormValue]
    var files: (any FileAccess)?
  }

  /// The fields of the properties.
  public var form: Form { bound.plans[0].plan.form }
  /// The rules, as data.
  public var ruleSet: RuleSet { bound.plans[0].plan.ruleSet }

  /// Creates a validator from properties and rules of whole records.
  ///
  /// - Parameters:
  ///   - name: The name of the form and the rule set, `[a-z][a-z0-9_]*`. It matters only if they
  ///     are stored.
  ///   - zone: The zone in which `today` is the day, or nil for UTC. It also applies to nested
  ///     values.
  ///   - lists: Named lists of values for `in(list:)`.
  ///   - files: The files that properties name by path. If nil, rules about them are skipped.
  ///     Content as `Data` needs no files.
  ///   - parts: The properties, evaluated by ascending `order`, and the rules of the record.
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    name: String = "model", zone: NamedZone? = nil, lists: [ValueList] = [],
    files: (any FileAccess)? = nil,
    @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    var form = Form(name: name, fields: [], lists: lists)
    form.zone = zone
    try self.init(
      Source(
        parts: parts(), form: form, isWhole: false, ruleSet: RuleSet(name: name, form: name),
        parameters: [:], files: files))
  }

  /// Creates a validator from a given rule set, such as one from a YAML file. The parts may add
  /// rules. Settings of a form, such as required fields, are unknown here; use the initializer with
  /// a form for these.
  ///
  /// - Parameters:
  ///   - ruleSet: The rule set. Its fields are the properties, by name.
  ///   - parameters: The rule set's run parameters, by name.
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(
    _ ruleSet: RuleSet, lists: [ValueList] = [], parameters: [String: any FormValue] = [:],
    files: (any FileAccess)? = nil, @ModelBuilder<Root> _ parts: () -> ModelParts<Root>
  ) throws(DefinitionErrors) {
    try self.init(
      Source(
        parts: parts(), form: Form(name: ruleSet.form, fields: [], lists: lists), isWhole: false,
        ruleSet: ruleSet, parameters: parameters, files: files))
  }

  /// Creates a validator from a given form and rule set, such as those from YAML files. The form
  /// specifies which fields are required, their trimming and labels, and how texts are read. The
  /// parts specify the location of each field in the model, and may add rules and properties that
  /// the form lacks.
  ///
  /// A property with a Swift type other than text is read by that type: a `CalendarDate` fits a
  /// field of type date regardless of the form's formats, and a number fits any numeric field.
  ///
  /// - Parameters:
  ///   - form: The form. Each of its fields needs a property with the same name.
  ///   - ruleSet: The rules for the form.
  ///   - parameters: The rule set's run parameters, by name.
  ///   - files: The files that properties name by path.
  /// - Throws: `DefinitionErrors` with all errors, including fields without a property and
  ///   properties whose type does not fit the field.
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
    let parts = try source.parts.named()
    var form = source.form
    form.fields =
      source.isWhole ? try form.bound(to: parts.properties) : parts.properties.map(\.field)
    self.source = source
    bound = try BoundModel(
      parts, form, ruleSet: source.ruleSet, parameters: source.parameters, files: source.files)
  }

  /// The same validator with other rules for one property, for rules that change while the program
  /// runs. Binds all rules again.
  ///
  /// - Parameter name: The name of a property of the model itself, not of a nested value.
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid or for an unknown name.
  public func replacingRules(
    of name: String, with rules: ModelRule<Root>...
  ) throws(DefinitionErrors) -> ModelValidator {
    try replacingRules(of: name, with: rules)
  }

  /// The same validator with the rules in an array for one property.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid or for an unknown name.
  public func replacingRules(
    of name: String, with rules: [ModelRule<Root>]
  ) throws(DefinitionErrors) -> ModelValidator {
    let properties = source.parts.properties
    guard let index = properties.firstIndex(where: { $0.field.name == name }) else {
      throw DefinitionErrors([
        .unknown("field", name, known: properties.map(\.field.name), at: .none)
      ])
    }
    var source = source
    source.parts.properties[index].rules = rules
    source.ruleSet.fields = source.ruleSet.fields.flatMap { $0.excluding(name, in: form) }
    return try ModelValidator(source)
  }

  /// The same validator with changed parts.
  func changing(
    _ change: (inout ModelParts<Root>) -> Void
  ) throws(DefinitionErrors) -> ModelValidator {
    var source = source
    change(&source.parts)
    return try ModelValidator(source)
  }

  /// The parts, for inclusion in another validator.
  var includedParts: ModelParts<Root> {
    var parts = source.parts
    if source.isWhole || source.ruleSet != RuleSet(name: source.form.name, form: source.form.name) {
      parts.problems.append(
        DefinitionError(
          "Include requires a validator that consists of parts; pass the rule set of '\(ruleSet.name)' "
            + "to the initializer", .misplaced("Include"), at: .none))
    }
    return parts
  }
}

extension FieldRules {
  /// The rules of the other fields, in the order of the form.
  fileprivate func excluding(_ name: String, in form: Form) -> [FieldRules] {
    guard let range = form.fieldRange(named: field), let index = form.fieldIndex(name),
      range.contains(index)
    else { return [self] }
    return [range.lowerBound..<index, index + 1..<range.upperBound + 1].filter { !$0.isEmpty }
      .map { part in
        let ends = (form.fields[part.lowerBound].name, form.fields[part.upperBound - 1].name)
        return FieldRules(
          field: part.count == 1 ? ends.0 : "\(ends.0)..\(ends.1)", rules: rules,
          location: location)
      }
  }
}

/// Validates dictionaries, such as decoded JSON or the fields of a web form. Keys that are not
/// fields of the form are ignored.
public typealias FormValidator = ModelValidator<[String: any FormValue]>

extension ModelValidator where Root == [String: any FormValue] {
  /// Creates a validator from a form and a rule set, such as those from a YAML file.
  ///
  /// - Parameters:
  ///   - parameters: The rule set's run parameters, by name.
  ///   - files: The files that fields name by path. If nil, rules about them are skipped. Content
  ///     as `Data` needs no files.
  /// - Throws: `DefinitionErrors` with all errors.
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
  /// Validates a model.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, or nil to include all rules. Rules for other scenarios are
  ///     skipped.
  ///   - localization: The language of messages. Messages without a translation are in English.
  ///   - now: The clock, or nil for the system clock.
  public func validate(
    _ model: Root, scenario: String? = nil, in localization: Localization = .english,
    now: Instant? = nil
  ) -> ValidationResult<Root> {
    let call = call(scenario: scenario, in: localization, now: now)
    let prepared = bound.prepared(model)
    return result(model, bound.results(of: 1, call) { _ in prepared }[0])
  }

  /// Validates several models together. `unique` compares each with those before it.
  public func validate(
    all models: [Root], scenario: String? = nil, in localization: Localization = .english,
    now: Instant? = nil
  ) -> [ValidationResult<Root>] {
    validate(all: models, call(scenario: scenario, in: localization, now: now))
  }

  /// The options of a call. The zone of the form also applies to nested values.
  func call(
    scenario: String? = nil, in localization: Localization = .english, now: Instant? = nil
  ) -> ValidationCall {
    ValidationCall(scenario: scenario, localization: localization, now: now, zone: form.zone)
  }

  func validate(all models: [Root], _ call: ValidationCall) -> [ValidationResult<Root>] {
    let prepared = models.map { bound.prepared($0) }
    let absent = call.absent.isEmpty ? nil : { (_: Int) in call.absent }
    let results = bound.results(of: models.count, call, absent: absent) { prepared[$0] }
    return results.indices.map { result(models[$0], results[$0]) }
  }

  private func result(_ model: Root, _ result: RecordResult) -> ValidationResult<Root> {
    ValidationResult(model, failures: result.failures, skipped: result.skipped)
  }
}
