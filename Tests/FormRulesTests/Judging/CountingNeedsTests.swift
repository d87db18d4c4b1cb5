import FormBytes
import FormRulesTestSupport
import FormTestSupport
import Testing

@testable import FormRules

/// Rules that count records, in rule sets with modifiers that depend on the results of other rules.
@Suite struct CountingNeedsTests {
  private let form = Form(
    name: "f", fields: [Field(name: "id", type: .integer), Field(name: "b", type: .text)])

  private static let counting: [RuleEntry] = [
    .depends(on: "id", atLeast: 2), .resembles(times: 2, least: 2),
  ]
  private static let others: [RuleEntry] = [
    RuleEntry.length(max: 3).needs("b.text").id("b.other"),
    RuleEntry.length(max: 3).needs("b.counting").id("b.other"),
    RuleEntry.required.needs("id.integer").id("b.other"),
    RuleEntry.unique().needs("id.integer").id("b.other"),
    RuleEntry.length(max: 3).stop(.first).id("b.other"),
    RuleEntry.length(max: 3).scenarios("s").needs("b.text").id("b.other"),
  ]

  @Test(arguments: counting.indices, others.indices)
  func recordsAreCounted(_ counting: Int, _ other: Int) throws {
    var differential = DifferentialCase(
      form: form,
      ruleSet: RuleSet(
        name: "r", form: "f",
        fields: [
          FieldRules(
            field: "b", rules: [Self.counting[counting].id("b.counting"), Self.others[other]])
        ]))
    let texts = [("1", "abcd"), ("1", "abcd"), ("1", "abcx"), ("x", ""), ("1", "abcd"), ("1", "a")]
    differential.records = texts.map {
      [.init(kind: .string, text: $0), .init(kind: .string, text: $1)]
    }
    differential.batchSizes = [2]
    let judgement = try differential.judgedByPlan()
    #expect(judgement.errors.contains { $0.rule == "b.counting" && $0.record == 2 })
    #expect(try differential.difference() == nil)
  }
}
