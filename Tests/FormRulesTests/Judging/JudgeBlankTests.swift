import FormBytes
import FormRulesTestSupport
import Testing

@testable import FormRules

/// Missing and empty values: cases that `DifferentialTests` found.
@Suite struct JudgeBlankTests {
  /// The ids of the rules that fail for a record; nil means a missing field.
  private func failing(
    _ fields: [Field], _ rules: [String: [RuleEntry]], _ cells: [String?], missing: [String] = []
  ) throws -> [String] {
    var differential = DifferentialCase(
      form: Form(name: "f", fields: fields),
      ruleSet: RuleSet(
        name: "r", form: "f",
        fields: rules.sorted { $0.key < $1.key }.map { FieldRules(field: $0.key, rules: $0.value) }
      ))
    differential.form.file.missing = missing
    differential.records = [
      cells.map { $0.map { .init(kind: .string, text: $0) } ?? .missing }
    ]
    return try differential.judgedByPlan().errors.map(\.rule)
  }

  private let text = [Field(name: "a", type: .text)]

  private func entry(
    _ rule: String, _ parameters: DefinitionNode? = nil, _ change: (inout RuleEntry) -> Void
  ) -> RuleEntry {
    var entry = RuleEntry(rule, parameters)
    change(&entry)
    return entry
  }

  @Test func requiredFailsForValidatedEmptyValues() throws {
    let rules = ["a": [entry("required") { $0.empty = .validate }]]
    #expect(try failing(text, rules, [nil]) == ["a.required"])
    #expect(try failing(text, rules, [""]) == ["a.required"])
  }

  @Test func trimOfAnEntryAppliesToRequiredAndBlank() throws {
    let required = entry("required") { $0.trim = true }
    let blank = entry("blank") { $0.trim = true }
    #expect(try failing(text, ["a": [required]], [" \u{3000}"]) == ["a.required"])
    #expect(try failing(text, ["a": [blank]], [" \u{3000}"]) == [])
    // After a failure of `required`, no other rule is evaluated.
    let length = RuleEntry("length", ["min": 5])
    #expect(try failing(text, ["a": [length, required]], [" "]) == ["a.required"])
  }

  @Test func failedRequiredSkipsTheFieldsOtherRules() throws {
    let length = entry("length", ["min": 5]) { $0.empty = .validate }
    let again = entry("required") { $0.id = "again" }
    for rules in [[RuleEntry("required"), length], [RuleEntry("required"), again]] {
      #expect(try failing(text, ["a": rules], [nil]) == ["a.required"])
    }
    let demanded = [Field(name: "a", type: .text, required: true)]
    #expect(try failing(demanded, ["a": [again]], [nil]) == ["a.required"])
  }

  @Test func missingWordsHaveNoText() throws {
    let rules = ["a": [entry("length", ["exact": 2]) { $0.empty = .validate }]]
    #expect(try failing(text, rules, ["NA"], missing: ["NA"]) == ["a.length"])
    #expect(try failing(text, rules, ["NA"]) == [])
  }

  @Test func validatedEmptyListIsAList() throws {
    let list = [Field(name: "a", type: .list())]
    let rules = [
      "a": [
        entry("equals", "x") {
          $0.empty = .validate
          $0.trim = true
        }
      ]
    ]
    for cell in [nil, "", " "] { #expect(try failing(list, rules, [cell]) == ["a.equals"]) }
  }

  /// A text that is not of its type is a value, so `required` passes.
  @Test func aWronglyTypedValueSatisfiesRequired() throws {
    let fields = [
      Field(name: "a", type: .integer, required: true), Field(name: "b", type: .text),
    ]
    let rules = ["b": [entry("length", ["min": 5]) { $0.needs = [Located("a.required")] }]]
    #expect(try failing(fields, rules, ["x", "y"]) == ["a.integer", "b.length"])
    #expect(try failing(fields, rules, [nil, "y"]) == ["a.required"])
  }
}
