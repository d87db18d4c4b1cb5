import FormBytes

@testable import FormRules

extension RuleExample {
  /// The form of an example: the field `value`, and the constant fields.
  var form: Form {
    Form(
      name: "example",
      fields: [Field(name: "value", label: "The value", type: type)]
        + constants.keys.sorted().map { Field(name: $0, type: .text) })
  }

  /// A record with the given text.
  func record(_ text: String) -> [String: String] {
    constants.merging(["value": text]) { _, text in text }
  }

  /// A run with the counts of all texts, if the rule needs them.
  func run(of rule: some Rule) -> RunState {
    guard let counting = rule.countingRule else { return testRun() }
    let counts = counting.makeCounts(spillingTo: nil, collectsTexts: true)
    let run = testRun()
    repeat {
      for text in accepted + rejected where rule.evaluatesBlank || !text.isEmpty {
        withRecord(form, record(text), in: run) { record in
          let first: [Int32] = [0]
          counting.count(
            RuleColumn(
              first.span, values: record.values.extracting(0..<1),
              cells: record.cells.extracting(0..<1), record), into: counts)
        }
      }
    } while counts.endPass()
    return testRun(counted: CountedRecords([0: counts]))
  }
}

/// Binds a rule like a plan.
///
/// - Parameter field: The field that it judges; nil means the record. Ignored for a record rule.
func bind<R: Rule>(
  _ rule: R.Type, _ parameters: DefinitionNode? = nil, on field: String? = "value",
  of form: Form, runParameters: [RunParameter] = [], presets: [Preset] = [], slot: Int = 0
) throws(DefinitionError) -> R {
  var ruleSet = RuleSet(name: "r", form: form.name, parameters: runParameters)
  ruleSet.presets = presets
  return try R(
    RuleParameters(
      RuleEntry(R.name, parameters, location: DefinitionLocation(line: 1, column: 1)), of: rule,
      field: R.scope == .record ? nil : form.fields.first { $0.name == field },
      in: RuleContext(form, ruleSet, library: RuleRegistry.self),
      usage: RuleUsage(stateCount: slot)))
}

/// The code of a rule's failure for a record, or nil.
///
/// - Parameter field: The field that the rule judges; nil means the record.
func code(
  _ rule: some Rule, on field: String? = "value", of form: Form, _ texts: [String: String],
  kinds: [String: Cell.Kind] = [:], in run: RunState = testRun()
) -> String? {
  failure(rule, on: field, of: form, texts, kinds: kinds, in: run)?.code
}

/// The failure of a rule for a record, or nil. A missing external answer is a failure.
func failure(
  _ rule: some Rule, on field: String? = "value", of form: Form, _ texts: [String: String],
  kinds: [String: Cell.Kind] = [:], in run: RunState = testRun()
) -> Failure? {
  answer(rule, on: field, of: form, texts, kinds: kinds, in: run)?.failure
}

extension RuleResult {
  /// The content of an error.
  var failure: Failure? {
    switch self {
    case .fails(let failure), .undecided(.unavailable(let failure)): failure
    case .passes, .undecided: nil
    }
  }
}

/// The answer of a rule for a record, or nil if it is not evaluated. Like a judge, it evaluates
/// missing and empty values only if the rule requires that, and never invalid ones.
func answer(
  _ rule: some Rule, on field: String? = "value", of form: Form, _ texts: [String: String],
  kinds: [String: Cell.Kind] = [:], in run: RunState = testRun()
) -> RuleResult? {
  withRecord(form, texts, kinds: kinds, in: run) { record in
    guard type(of: rule).scope != .record, let index = field.flatMap(form.fieldIndex) else {
      return rule.evaluate(.missing, [UInt8]().span, in: record)
    }
    let value = record.value(of: index)
    if value.isInvalid || value.isBlank && !rule.evaluatesBlank { return nil }
    let answer = rule.evaluate(value, record.text(of: index), in: record)
    guard run.services?.sendOpen() == true else { return answer }
    return rule.evaluate(value, record.text(of: index), in: record)
  }
}

/// The description of the error when a rule is bound, or nil.
func bindingError<R: Rule>(
  _ rule: R.Type, _ parameters: DefinitionNode? = nil, on field: String? = "value",
  of form: Form, runParameters: [RunParameter] = [], presets: [Preset] = []
) -> String? {
  do {
    _ = try bind(
      rule, parameters, on: field, of: form, runParameters: runParameters, presets: presets)
    return nil
  } catch {
    return error.message
  }
}
