import FormBytes
import FormTestSupport
import Testing

@testable import FormRules

@Suite struct JudgeTests {
  private let form = Form(
    name: "f",
    fields: [
      Field(name: "id", type: .integer, required: true),
      Field(name: "name", type: .text, trim: true),
      Field(name: "age", type: .integer), Field(name: "day", type: .date()),
    ])

  /// The ids of the rules that fail, record by record.
  private func failing(
    _ ruleSet: RuleSet, _ records: [[String?]], batchSize: Int = .max
  ) throws -> [[String]] {
    let plan = try Plan(form: form, ruleSet: ruleSet)
    var judge = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0)))
    var result: [[String]] = []
    for start in stride(from: 0, to: records.count, by: min(batchSize, records.count)) {
      let part = records[start..<min(records.count, start + min(batchSize, records.count))]
      var bytes: [UInt8] = []
      var cells: [Cell] = []
      var errors: [JudgedError] = []
      for cell in part.joined() {
        let first = UInt32(bytes.count)
        bytes += Array((cell ?? "").utf8)
        cells.append(
          Cell(start: first, end: UInt32(bytes.count), kind: cell == nil ? .missing : .string))
      }
      judge.judge(cells.span, in: bytes.span, into: &errors)
      var ids = part.map { _ in [String]() }
      for error in errors { ids[Int(error.record)].append(plan.rules[Int(error.rule)].id) }
      result += ids
    }
    return result
  }

  private func rules(_ fields: [String: [RuleEntry]], record: [RuleEntry] = []) -> RuleSet {
    RuleSet(
      name: "r", form: "f",
      fields: fields.sorted { $0.key < $1.key }.map { FieldRules(field: $0.key, rules: $0.value) },
      recordRules: record)
  }

  @Test func errorsAreOrderedByRecordAndRule() throws {
    let set = rules(["id": [RuleEntry("unique")], "age": [RuleEntry("range", ["max": 9])]])
    let records: [[String?]] = [
      ["1", "a", "x", "2020-13-01"], ["1", "b", "10", nil], [nil, "", "3", "2020-01-01"],
    ]
    let expected = [
      ["age.integer", "day.date"], ["id.unique", "age.range"], ["id.required"],
    ]
    #expect(try failing(set, records) == expected)
    #expect(try failing(set, records, batchSize: 1) == expected)
  }

  /// A plan evaluates `required` first, regardless of the position of its entry.
  @Test func requiredCannotNeedTheOtherRulesOfItsField() throws {
    func error(_ entries: [RuleEntry]) -> String? {
      do {
        _ = try Plan(form: form, ruleSet: rules(["name": entries]))
        return nil
      } catch {
        return error.description
      }
    }
    let length = RuleEntry.length(max: 3)
    #expect(
      error([length, .required.needs("name.length")])?.contains(
        "'required' is evaluated before the other rules of its field, so it cannot need "
          + "'name.length'; use a condition (when) instead") == true)
    #expect(error([.required.needs("name.length")])?.contains("is not a rule before") == true)
    #expect(error([length, .required.needs("id.integer", "name.text")]) == nil)
    #expect(error([length.needs("name.required"), .required]) == nil)
  }

  @Test func anUnknownScenarioIsRefused() throws {
    func error(_ set: RuleSet, _ scenario: String) throws -> String? {
      let plan = try Plan(form: form, ruleSet: set)
      do throws(RunParameterError) {
        _ = try Judge(plan, .init(now: Instant(seconds: 0), scenario: scenario))
        return nil
      } catch {
        return error.description
      }
    }
    let set = rules(
      [
        "id": [RuleEntry.unique().scenarios("final")],
        "name": [RuleEntry.length(max: 9).scenarios("draft", "final")],
      ])
    #expect(try error(set, "draft") == nil)
    #expect(
      try error(set, "finl") == "the rule set has no scenario 'finl'; known: final, draft")
    #expect(
      try error(rules([:]), "final") == "the rule set has no scenario 'final'; it has no scenarios")
    // A replay has the parameters of the original run, even if the rule set no longer declares
    // them.
    let plan = try Plan(form: form, ruleSet: set)
    _ = try Judge(plan, .init(now: Instant(seconds: 0), scenario: "gone"), without: [])
  }

  @Test func typeErrorsSkipTheFieldsOtherRules() throws {
    let set = rules(["age": [RuleEntry("range", ["max": 9])]])
    #expect(try failing(set, [["1", nil, "twelve", nil]]) == [["age.integer"]])
  }

  @Test func missingAndEmptyValuesAreSkippedByDefault() throws {
    var length = RuleEntry("length", ["min": 2])
    let records: [[String?]] = [
      ["1", "", nil, nil], ["1", nil, nil, nil], ["1", "  ", nil, nil],
    ]
    #expect(try failing(rules(["name": [length]]), records) == [[], [], []])
    length.empty = .validate
    #expect(
      try failing(rules(["name": [length]]), records)
        == [["name.length"], ["name.length"], ["name.length"]])
  }

  @Test func presetsAndEntriesDefineTheTreatmentOfBlanks() throws {
    let records: [[String?]] = [["1", "", nil, nil], ["1", nil, nil, nil], ["1", "-", nil, nil]]
    var url = RuleEntry("use", "fvs.url")
    #expect(
      try failing(rules(["name": [url]]), records)
        == [["name.use"], ["name.use"], ["name.use"]])
    url.empty = .skip
    #expect(try failing(rules(["name": [url]]), records) == [[], ["name.use"], ["name.use"]])
    var required = RuleEntry("required")
    required.empty = .skip
    #expect(
      try failing(rules(["name": [required]]), records) == [[], ["name.required"], []])
  }

  @Test func blankAfterTrimmingIsEmpty() throws {
    let form = Form(name: "f", fields: [Field(name: "name", type: .text)])
    for (rule, expected) in [("required", 1), ("blank", 0), ("email", 0)] {
      var entry = RuleEntry(rule)
      entry.trim = true
      let set = RuleSet(
        name: "r", form: "f", fields: [FieldRules(field: "name", rules: [entry])])
      var judge = try Judge(
        try Plan(form: form, ruleSet: set), RunState.Configuration(now: Instant(seconds: 0)))
      var errors: [JudgedError] = []
      let cells = [Cell(start: 0, end: 2, kind: .string)]
      judge.judge(cells.span, in: Array("  ".utf8).span, into: &errors)
      #expect(errors.count == expected, "\(rule)")
    }
  }

  @Test func missingWordsAreJudgedAsEmptyText() throws {
    var form = Form(name: "f", fields: [Field(name: "name", type: .text)])
    form.file.missing = ["NA"]
    var entry = RuleEntry("length", ["max": 1])
    entry.empty = .validate
    let set = RuleSet(name: "r", form: "f", fields: [FieldRules(field: "name", rules: [entry])])
    var judge = try Judge(
      try Plan(form: form, ruleSet: set), RunState.Configuration(now: Instant(seconds: 0)))
    var errors: [JudgedError] = []
    let cells = [Cell(start: 0, end: 2, kind: .string)]
    judge.judge(cells.span, in: Array("NA".utf8).span, into: &errors)
    #expect(errors.isEmpty)
  }

  @Test func missingRequiredFieldHasOneError() throws {
    let set = rules(["id": [RuleEntry("use", ["preset": "atg.range", "min": 1, "max": 2])]])
    #expect(
      try failing(set, [[nil, nil, nil, nil], ["3", nil, nil, nil]])
        == [["id.required"], ["id.use"]])
  }

  @Test func unknownConditionsSkipAndAreCounted() throws {
    var rule = RuleEntry("length", ["max": 1])
    rule.when = Located("age < 18")
    let set = rules(["name": [rule]])
    let records: [[String?]] = [
      ["1", "ab", "3", nil], ["1", "ab", "30", nil], ["1", "ab", nil, nil], ["1", "ab", "x", nil],
    ]
    #expect(try failing(set, records) == [["name.length"], [], [], ["age.integer"]])
    let plan = try Plan(form: form, ruleSet: set)
    var judge = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0)))
    var cells: [Cell] = []
    var errors: [JudgedError] = []
    let text = Array("1ab".utf8)
    cells = [
      Cell(start: 0, end: 1, kind: .string), Cell(start: 1, end: 3, kind: .string), .missing,
      .missing,
    ]
    judge.judge(cells.span, in: text.span, into: &errors)
    #expect(judge.skips[try #require(plan.position(ofRule: "name.length"))].total == 1)
  }

  @Test func failedPrerequisitesSkipTheRule() throws {
    var second = RuleEntry("pattern", ["pattern": "[0-9]+"])
    second.needs = [Located("name.length")]
    let set = rules(["name": [RuleEntry("length", ["max": 2]), second]])
    #expect(
      try failing(set, [["1", "abc", nil, nil], ["1", "ab", nil, nil], ["1", "12", nil, nil]])
        == [["name.length"], ["name.pattern"], []])
  }

  @Test func stopSkipsLaterRules() throws {
    var first = RuleEntry("length", ["max": 1])
    let second = RuleEntry("pattern", ["pattern": "x"])
    let other = RuleEntry("range", ["max": 1])
    for (stop, expected) in [
      (RuleEntry.Stop.never, ["name.length", "name.pattern", "age.range", "record.must"]),
      (.firstPerField, ["name.length", "age.range", "record.must"]), (.first, ["name.length"]),
    ] {
      first.stop = stop
      let set = rules(
        ["name": [first, second], "age": [other]], record: [RuleEntry("must", "age < 1")])
      #expect(try failing(set, [["1", "ab", "5", nil]]) == [expected])
    }
  }

  @Test func bindingReportsAllErrors() {
    var late = RuleEntry("length", ["max": 1])
    late.needs = [Located("name.pattern")]
    let set = RuleSet(
      name: "r", form: "f",
      fields: [
        FieldRules(field: "nmae", rules: []),
        FieldRules(
          field: "name", rules: [RuleEntry("lenght"), RuleEntry("email"), RuleEntry("email"), late]),
      ], recordRules: [RuleEntry("range", ["max": 1])])
    let error = #expect(throws: DefinitionErrors.self) { try Plan(form: form, ruleSet: set) }
    let text = error?.description ?? ""
    for part in [
      "'nmae'; did you mean 'name'?", "'lenght'; did you mean 'length'?", "specify another id",
      "needs 'name.pattern'", "pass it to a Property",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func wholeNumbersAreRememberedExactly() {
    let set = IntegerSet(key: HashKey(7, 9))
    var known: Set<Int64> = []
    let failure = RandomRounds.run("integers", 200) { random, _ in
      for index in 0..<1_000 {
        let number: Int64 =
          index % 3 == 0
          ? Int64(known.count)
          : .random(in: index % 3 == 1 ? -500...500 : .min ... .max, using: &random)
        if set.insert(number) != known.insert(number).inserted { return "\(number)" }
      }
      return nil
    }
    #expect(failure == nil)
  }

  @Test func hashesAreRememberedExactly() {
    let set = HashSet128()
    var wrong = 0
    for round in 0..<2 {
      for number in UInt64(0)..<100_000 {
        var hasher = SipHasher128(key: HashKey(1, 2))
        hasher.combine(number)
        let hash = hasher.finalize()
        if set.contains(hash) != (round == 1) { wrong += 1 }
        if set.insert(hash) != (round == 0) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(set.countInMemory == 100_000)
  }
}
