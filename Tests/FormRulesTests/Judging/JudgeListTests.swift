import FormBytes
import FormRulesTestSupport
import Testing

@testable import FormRules

/// Lists: cases that `DifferentialTests` found.
@Suite struct JudgeListTests {
  /// A list equals itself. The reference judge calls `all` itself, because it does not implement
  /// `lacks`.
  @Test func nestedRulesCompareListsOfFields() throws {
    func all(_ field: String) -> RuleEntry {
      RuleEntry("all", [["lacks": ["b"]], ["equals": ["field": .text(field)]]]).id("same.\(field)")
    }
    var differential = DifferentialCase(
      form: Form(
        name: "f",
        fields: [
          Field(name: "b", type: .list(separator: ",")),
          Field(name: "c", type: .list(separator: "; ")),
        ]),
      ruleSet: RuleSet(
        name: "r", form: "f", fields: [FieldRules(field: "b", rules: [all("b"), all("c")])]))
    let lists: [(b: String, c: String?)] = [
      (#"["DE","","é"]"#, "DE; ; é"), (#"["DE"]"#, "x"), (#"["DE"]"#, nil), (#"["b"]"#, nil),
    ]
    differential.records = lists.map { b, c in
      [.init(kind: .array, text: b), c.map { .init(kind: .string, text: $0) } ?? .missing]
    }
    let judgement = try differential.judgedByPlan()
    #expect(
      judgement.errors.map { "\($0.record) \($0.rule) \($0.code)" } == [
        "1 same.c equals.different", "3 same.b lacks.found", "3 same.c lacks.found",
      ])
    #expect(judgement.skipped == ["same.c: unknown": 1])
    #expect(try differential.difference() == nil)
  }

  /// A list without items is empty, in JSON as elsewhere, and has no text to quote.
  @Test(arguments: [[nil, "[]", "", #"["a"]"#], [#"["a"]"#, "", "[]", nil]])
  func listsWithoutItemsAreEmpty(_ cells: [String?]) throws {
    var depends = RuleEntry("depends", "a")
    depends.empty = .validate
    var differential = DifferentialCase(
      form: Form(
        name: "f", fields: [Field(name: "a", type: .text), Field(name: "b", type: .list())]),
      ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: "b", rules: [depends])]))
    differential.records = cells.map { text in
      let list = text.map {
        DifferentialCase.GivenCell(kind: $0.isEmpty ? .string : .array, text: $0)
      }
      return [.init(kind: .string, text: "x"), list ?? .missing]
    }
    let errors = try differential.judgedByPlan().errors
    #expect(errors.map(\.code) == ["depends.minority"])
    #expect(errors.first?.arguments.contains { $0.name == "mode" } == false)
    #expect(try differential.difference() == nil)
  }

  /// A required list without items fails, and other rules do not judge it.
  @Test(arguments: ["[]", "[ ]"]) func requiredListsHaveItems(_ text: String) throws {
    var differential = DifferentialCase(
      form: Form(
        name: "f",
        fields: [
          Field(name: "a", type: .list(), required: true), Field(name: "b", type: .list()),
          Field(name: "c", type: .text),
        ]),
      ruleSet: RuleSet(
        name: "r", form: "f",
        fields: [FieldRules(field: "b", rules: [RuleEntry("length", ["min": 1])])]))
    let cell = DifferentialCase.GivenCell(kind: .array, text: text)
    differential.records = [[cell, cell, cell]]
    #expect(try differential.judgedByPlan().errors.map(\.code) == ["required", "text.invalid"])
    #expect(try differential.difference() == nil)
  }

  /// A rule that validates empty values reads an empty text, however the list is written.
  @Test func emptyListsAreValidatedAlike() throws {
    var rule = RuleEntry.in(["red", "blue"])
    rule.empty = .validate
    var differential = DifferentialCase(
      form: Form(name: "f", fields: [Field(name: "a", type: .list())]),
      ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: "a", rules: [rule])]))
    differential.records = [
      [.init(kind: .array, text: "[]")], [.init(kind: .string, text: "")],
    ]
    #expect(try differential.judgedByPlan().errors.isEmpty)
    #expect(try differential.difference() == nil)
  }
}
