import FormBytes
import FormDefinitions
public import FormRules

/// A single rule on a single field, for trying out values.
///
/// ```swift
/// let trial = try RuleTrial(
///   rule: "length", parameters: "{max: 5}", type: nil, files: .unspecified,
///   now: Recorder.systemClock())
/// for outcome in try trial.judge(["ana", "maximilian"]) {
///   print(outcome.value, outcome.errors.map(\.code))
/// }
/// ```
public struct RuleTrial: Sendable {
  /// The result for a value.
  public struct TrialOutcome: Sendable, Encodable {
    /// The value.
    public var value: String
    /// The errors. Empty if the value is accepted.
    public var errors: [ReportedError]

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "value": value, "verdict": errors.isEmpty ? "accepted" : "rejected",
        "errors": errors.map { $0.json(withColumn: false) },
      ])
    }
  }

  /// The type of the field.
  public var type: String { plan.form.fields[0].type.name }
  /// The reasons for omitting the rule, if it is omitted.
  public var exclusionNotes: [RecorderNote] { plan.exclusionNotes(files: files, hasStore: false) }

  private let plan: Plan
  private let now: Instant
  private let files: NamedFilePolicy

  /// Creates a trial of a rule.
  ///
  /// - Parameters:
  ///   - rule: The name of the rule, or the name of a preset of the rule `use`.
  ///   - parameters: The rule's parameters as written in a definition file, or nil for none.
  ///   - type: The field's type, or a mapping with the type and its options. Nil means text, or the
  ///     first type that the rule supports.
  /// - Throws: If the rule does not exist, does not apply to fields, or does not accept the
  ///   parameters.
  public init(
    rule: String, parameters: String?, type: String?, files: NamedFilePolicy, now: Instant
  ) throws(RecorderError) {
    let preset = PresetRegistry.preset(named: rule)
    guard let known = RuleRegistry.rule(named: preset == nil ? rule : "use") else {
      throw RecorderError(
        .usage,
        .unknown("rule", rule, known: RuleRegistry.names + PresetRegistry.names))
    }
    guard known.scope != .record else {
      throw RecorderError(.usage, "'\(rule)' applies to records, not to values", .checkRecords)
    }
    self.now = now
    self.files = files
    do {
      let types = preset?.types ?? known.documentation.types
      let form = try Self.form(
        type ?? (types.contains("text") ? "text" : types.first ?? "text"))
      var ruleSet = RuleSet(
        name: "trial", form: form.name,
        fields: [
          FieldRules(
            field: form.fields[0].name,
            rules: [
              Self.entry(rule, preset, parameters: try parameters.map(DefinitionFile.parseValue))
            ])
        ])
      try ruleSet.readReferences(beside: "trial.yaml")
      plan = try Plan(form: form, ruleSet: ruleSet)
    } catch let error as DefinitionErrors {
      throw RecorderError(.usage, error.errors.map(\.message).joined(separator: "\n"))
    } catch {
      throw RecorderError(error)
    }
  }

  /// The rule as an entry. A preset becomes the rule `use` with the preset's parameters.
  private static func entry(
    _ rule: String, _ preset: Preset?, parameters: DefinitionNode?
  ) -> RuleEntry {
    guard let preset else { return RuleEntry(rule, parameters) }
    var entries = [DefinitionNode.Entry("preset", .text(preset.name))]
    if case .mapping(let parameters)? = parameters?.content { entries += parameters }
    return RuleEntry("use", DefinitionNode(.mapping(entries)))
  }

  private static func form(_ type: String) throws -> Form {
    let options = type.hasPrefix("{") ? String(type.dropFirst()) : "type: \(type)}"
    let definitions = try DefinitionFile.parse(
      "{form: trial, fields: [{name: value, \(options)]}", file: "type",
      knownRules: RuleRegistry.names)
    guard case .form(let form)? = definitions.first else {
      throw RecorderError(.usage, "the type must be the name of a type, or {type: NAME, OPTION: …}")
    }
    return form
  }

  /// Judges values one after the other, as the records of one import.
  ///
  /// - Throws: `RecorderError` if there are no messages in the language.
  public func judge(
    _ values: [String], in localization: Localization = .english
  ) throws(RecorderError) -> [TrialOutcome] {
    try localization.requireKnown(by: [plan])
    var bytes: [UInt8] = []
    var cells: [Cell] = []
    var errors: [JudgedError] = []
    for value in values {
      let start = UInt32(bytes.count)
      bytes += Array(value.utf8)
      cells.append(Cell(start: start, end: UInt32(bytes.count), kind: .string))
    }
    try mappingErrors {
      var configuration = try JudgingSetup(plan, in: nil, files: files).configuration(
        at: RunClock(now), parameters: [:], source: nil, scenario: nil)
      try configuration.countRecords(for: plan, mayQuote: nil) {
        var counting = try Judge(plan, $0)
        counting.prepareToCount()
        counting.count(cells.span, in: bytes.span)
      }
      var judge = try Judge(plan, configuration)
      judge.judge(cells.span, in: bytes.span, into: &errors)
    }
    var outcomes = values.map { TrialOutcome(value: $0, errors: []) }
    for error in errors {
      let rule = plan.rules[Int(error.rule)]
      outcomes[Int(error.record)].errors.append(
        ReportedError(
          rule: rule.id, field: "value", code: error.code, severity: error.severity,
          message: rule.message(
            code: error.code, arguments: error.arguments, field: plan.form.fields[0],
            in: localization)))
    }
    return outcomes
  }
}
