import FormBytes

@testable import FormDefinitions
@testable import FormRules

/// Rules: a byte that selects the field's type, a list of rules as in a definition file, and the
/// values, separated by NULs. The verdict on a value does not depend on repetition or on how the
/// records are divided into batches.
enum RuleEntryPoint {
  private static let types: [FieldType] = [
    .text, .integer, .decimal(), .number, .boolean(), .date(), .time(), .datetime(), .list(), .file,
  ]

  private static let languages = ["en", "de", "pl"].map { Localization($0) }

  static func failure(on input: [UInt8]) -> String? {
    guard let first = input.first else { return nil }
    let parts = Array(input.dropFirst()).parts
    let form = Form(
      name: "fuzz",
      fields: [
        Field(name: "value", label: "The value", type: types[Int(first) % types.count]),
        Field(name: "other", type: .text),
      ])
    guard let text = String(validating: parts[0], as: UTF8.self),
      let entries = try? [RuleEntry](yaml: text),
      let plan = try? Plan(
        form: form,
        ruleSet: RuleSet(
          name: "fuzz", form: "fuzz", fields: [FieldRules(field: "value", rules: entries)]))
    else { return nil }
    let values = parts.dropFirst().filter { String(validating: $0, as: UTF8.self) != nil }
    guard let together = errors(plan, Array(values), atOnce: values.count),
      let alone = errors(plan, Array(values), atOnce: 1)
    else { return nil }
    return together == alone ? nil : "judged together \(together), alone \(alone)"
  }

  /// The errors as text in every language.
  private static func errors(_ plan: Plan, _ values: [[UInt8]], atOnce: Int) -> [String]? {
    let configuration = RunState.Configuration(
      now: Instant(seconds: 1_781_524_800), source: "test", hashKey: HashKey(1, 2))
    guard var judge = try? Judge(plan, configuration) else { return nil }
    var found: [String] = []
    var start = 0
    while start < values.count {
      var cells: [Cell] = []
      var errors: [JudgedError] = []
      var bytes: [UInt8] = []
      for value in values[start..<min(values.count, start + max(1, atOnce))] {
        let cell = Cell(
          start: UInt32(bytes.count), end: UInt32(bytes.count + value.count), kind: .string)
        cells += [cell, cell]
        bytes += value
      }
      judge.judge(cells.span, in: bytes.span, into: &errors)
      for error in errors {
        let rule = plan.rules[Int(error.rule)]
        let messages = languages.map {
          rule.message(
            code: error.code, arguments: error.arguments, field: plan.form.fields[0], in: $0)
        }
        found.append("\(start + Int(error.record)) \(rule.id) \(error.code) \(messages)")
      }
      start += max(1, atOnce)
    }
    return found
  }
}
