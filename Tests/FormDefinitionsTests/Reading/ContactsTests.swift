import FormDefinitions
import FormRules
import FormTestSupport
import Foundation
import Testing

/// The complete example of the contract.
@Suite struct ContactsTests {
  private func definitions() throws -> [Definition] {
    let text = try String(contentsOf: Repository.fixture("forms/contacts.yaml"), encoding: .utf8)
    return try DefinitionFile.parse(text, file: "contacts.yaml", knownRules: knownRules)
  }

  @Test func formIsRead() throws {
    var expected = Form(
      name: "contacts", title: "Contact sign-up", key: ["id"],
      fields: [
        Field(name: "id", type: .integer, required: true),
        Field(name: "name", label: "Full name", type: .text, required: true, trim: true),
        Field(name: "email", type: .text, required: true).changed {
          $0.aliases = ["E-mail", "e_mail"]
          $0.sensitive = true
        },
        Field(name: "age", type: .integer, required: true),
        Field(name: "signup_date", type: .date()),
        Field(name: "end_date", type: .date()),
        Field(name: "country", type: .text),
        Field(name: "income", type: .text),
        Field(
          name: "amount",
          type: .decimal(.init(scale: 2, group: [","], strip: ["EUR", "€"]))),
      ]
        + (1...10).map { number in
          Field(name: "score_\(number)", type: .integer).changed { $0.header = "Score \(number)" }
        },
      lists: [ValueList(name: "income", values: ["$0 - $24,999", "> $25,000"])])
    expected.file = FileSettings(
      delimiter: ",", encoding: "utf-8", header: 1, missing: ["", "NA"])
    #expect(try definitions().first == .form(expected))
  }

  @Test func ruleSetIsRead() throws {
    var ours = RuleEntry("pattern", ["": #"@example\.(com|org)$"#, "mode": "search"])
    ours.severity = .warning
    ours.message = "{label} is not one of ours"
    ours.messageTranslations = ["de": "{label} ist keine unserer Adressen"]
    var minor = RuleEntry("range", ["max": "500"])
    minor.id = "minor.limit"
    minor.when = Located("age < 18")
    var order = RuleEntry("must", "end_date is blank or end_date >= signup_date")
    order.at = Located("end_date")
    var period = RuleEntry("must", "signup_date >= param.period_start")
    period.id = "signup.period"
    var expected = RuleSet(
      name: "contacts", form: "contacts",
      fields: [
        FieldRules(field: "age", rules: [RuleEntry("range", ["max": "120", "min": "0"])]),
        FieldRules(
          field: "amount", rules: [RuleEntry("range", ["max": "1000000", "min": "0"]), minor]),
        FieldRules(field: "country", rules: [RuleEntry("in", ["DE", "FR", "GB", "US"])]),
        FieldRules(field: "email", rules: [RuleEntry("email"), ours]),
        FieldRules(field: "id", rules: [RuleEntry("unique")]),
        FieldRules(field: "income", rules: [RuleEntry("in", ["list": "income"])]),
        FieldRules(field: "name", rules: [RuleEntry("length", ["max": "80"])]),
        FieldRules(
          field: "score_1..score_10", rules: [RuleEntry("range", ["max": "100", "min": "0"])]),
      ],
      recordRules: [
        order, RuleEntry("must", "sum(score_1..score_10) = 100"), period,
        RuleEntry("unique", ["name", "email"]),
      ],
      parameters: [RunParameter(name: "period_start", type: .date())])
    expected.limits = [
      Limit(.records, min: .count(1)), Limit(.rejected, max: .percent(ExactDecimal(5))),
    ]
    expected.examples = [
      Example(
        [("age", "30"), ("email", "ana@example.com"), ("id", "1"), ("name", "Ana")],
        isAccepted: true),
      Example(
        [("age", "30"), ("email", "ana"), ("id", "1"), ("name", "Ana")], isAccepted: false,
        because: ["email.email"]),
    ]
    #expect(try definitions().last == .ruleSet(expected))
  }

  @Test func locationsAreKept() throws {
    guard case .ruleSet(let ruleSet) = try definitions().last else {
      Issue.record("no rule set")
      return
    }
    let amount = ruleSet.fields.first { $0.field == "amount" }
    #expect(amount?.location == DefinitionLocation(line: 39, column: 3))
    #expect(amount?.rules.last?.location == DefinitionLocation(line: 41, column: 7))
    #expect(amount?.rules.last?.when?.location == DefinitionLocation(line: 43, column: 13))
  }
}
