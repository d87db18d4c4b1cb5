import FormBytes
import Testing

@testable import FormRules

@Suite struct UniqueRuleTests {
  private let form = Form(
    name: "f",
    fields: [
      Field(name: "name", label: "Name", type: .text), Field(name: "mail", type: .text),
      Field(name: "amount", type: .decimal()), Field(name: "when", type: .datetime()),
    ])

  /// The results of the rule for consecutive records.
  private func codes(
    _ rule: UniqueRule, on field: String? = nil, _ records: [[String: String]]
  ) -> [String?] {
    let run = testRun()
    return records.map { code(rule, on: field, of: form, $0, in: run) }
  }

  @Test func onlyLaterDuplicatesFail() throws {
    let rule = try bind(UniqueRule.self, on: "name", of: form)
    #expect(
      codes(rule, on: "name", [["name": "a"], ["name": "b"], ["name": "a"], ["name": "a"]])
        == [nil, nil, "unique.repeated", "unique.repeated"])
    #expect(!rule.comparesWithStored)
    #expect(rule.arguments.map(\.value) == ["Name"])
  }

  @Test func severalFieldsCountTogether() throws {
    let rule = try bind(UniqueRule.self, ["name", "mail"], on: nil, of: form)
    let records = [
      ["name": "ab", "mail": "c"], ["name": "a", "mail": "bc"], ["name": "ab", "mail": "d"],
      ["name": "ab", "mail": "c"],
    ]
    #expect(codes(rule, records) == [nil, nil, nil, "unique.repeated"])
    #expect(rule.arguments.map(\.value) == ["Name, mail"])
  }

  @Test func aRecordWithoutOneOfTheFieldsIsNotCompared() throws {
    let rule = try bind(UniqueRule.self, ["name", "amount"], on: nil, of: form)
    let records = [["name": "a"], ["name": "a", "amount": ""], ["name": "a", "amount": "x"]]
    #expect(codes(rule, records + records) == Array(repeating: nil, count: 6))
  }

  @Test func valuesAreComparedByValue() throws {
    let amount = try bind(UniqueRule.self, ["amount", "when"], on: nil, of: form)
    let records = [
      ["amount": "1.50", "when": "2026-01-01T00:00:00Z"],
      ["amount": "1.5", "when": "2026-01-01T01:00:00+01:00"],
      ["amount": "1.5", "when": "2026-01-01T00:00:01Z"],
    ]
    #expect(codes(amount, records) == [nil, "unique.repeated", nil])
  }

  /// Lists are equal if their items are, however they are written.
  @Test(arguments: [
    (#"["a","b"]"#, #"["a", "b"]"#, true), (#"["a","b"]"#, #"[ "\u0061","b"]"#, true),
    (#"["a","b"]"#, "a,b", true), (#"["a,b"]"#, "a,b", false), (#"["ab"]"#, #"["a","b"]"#, false),
    ("a,b", "b,a", false), ("a", "a,", false), ("[1,2]", "1,2", true), ("[null]", #"[""]"#, true),
    ("[]", "[ ]", true), ("[]", #"[""]"#, false), ("[[1, 2]]", "[[1,2]]", true),
  ])
  func listsAreComparedByItems(_ first: String, _ second: String, areEqual: Bool) throws {
    let form = Form(
      name: "f", key: ["l", "m"],
      fields: [Field(name: "l", type: .list()), Field(name: "m", type: .list())])
    func kinds(_ texts: [String: String]) -> [String: Cell.Kind] {
      texts.compactMapValues { $0.hasPrefix("[") ? .array : nil }
    }
    let run = RunState(
      .init(now: Instant(seconds: 0), hashKey: HashKey(1, 2)), parameters: [], stateCount: 4,
      recordKey: RecordKey(form), fields: form.fields)
    let own = try bind(UniqueRule.self, on: "l", of: form)
    let both = try bind(UniqueRule.self, ["l", "m"], on: nil, of: form)
    let records = [["l": first, "m": second], ["l": second, "m": first]]
    #expect(
      records.map { code(own, on: "l", of: form, $0, kinds: kinds($0), in: run) }
        == [nil, areEqual ? "unique.repeated" : nil])
    #expect(
      records.map { code(both, on: nil, of: form, $0, kinds: kinds($0), in: run) }
        == [nil, areEqual ? "unique.repeated" : nil])
    let equals = try bind(EqualsRule.self, ["field": "m"], on: "l", of: form)
    #expect(
      code(equals, on: "l", of: form, records[0], kinds: kinds(records[0]), in: run)
        == (areEqual ? nil : "equals.different"))
    let keys = records.map { record in
      withRecord(form, record, kinds: kinds(record), in: run) { run.recordKey?.hash($0) }
    }
    #expect((keys[0] == keys[1]) == areEqual)
  }

  @Test func caseAndAccentsCanBeIgnored() throws {
    let long = "abcdefgh\u{E9}ijklmnop"
    let decomposed = "ABCDEFGHe\u{301}ijklmnop"
    let plain = try bind(UniqueRule.self, on: "name", of: form)
    #expect(codes(plain, on: "name", [["name": long], ["name": decomposed]]) == [nil, nil])
    let folding = try bind(
      UniqueRule.self, ["normalize": "nfc", "ignoreCase": "true"], on: "name", of: form)
    #expect(
      codes(folding, on: "name", [["name": long], ["name": decomposed]])
        == [nil, "unique.repeated"])
  }

  /// Stored keys depend only on the values and the hash key.
  @Test func keysDependOnlyOnValues() throws {
    let rule = try bind(UniqueRule.self, ["fields": ["name"], "ever": "true"], on: nil, of: form)
    #expect(rule.comparesWithStored)
    func key(_ texts: [String: String]) -> Hash128? {
      withRecord(form, texts) { rule.key(.missing, [UInt8]().span, in: $0) }
    }
    #expect(key(["name": "a"]) == key(["name": "a", "mail": "x"]))
    #expect(key(["name": "a"]) != key(["name": "b"]))
    #expect(key(["mail": "a"]) == nil)
    #expect(try bind(UniqueRule.self, "ever", on: "name", of: form).comparesWithStored)
  }

  @Test func rulesHaveSeparateMemory() throws {
    let first = try bind(UniqueRule.self, on: "name", of: form, slot: 0)
    let second = try bind(UniqueRule.self, on: "name", of: form, slot: 1)
    let run = testRun()
    #expect(code(first, on: "name", of: form, ["name": "a"], in: run) == nil)
    #expect(code(second, on: "name", of: form, ["name": "a"], in: run) == nil)
  }
}
