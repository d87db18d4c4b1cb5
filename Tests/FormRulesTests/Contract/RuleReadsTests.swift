import FormBytes
import Testing

@testable import FormRules

/// The fields that a rule reads are those that it obtained from its parameters.
@Suite struct RuleReadsTests {
  /// An entry with the fields and run parameters that it reads; `a` is the field that it judges.
  struct Case: Sendable, CustomTestStringConvertible {
    var entry: RuleEntry
    var fields: Set<String>
    var parameters: Set<String> = []
    var isOfRecord = false

    var testDescription: String { "\(entry.rule) \(fields.sorted())" }
  }

  private static func entry(
    _ rule: String, _ parameters: DefinitionNode? = nil, when: String? = nil
  ) -> RuleEntry {
    var entry = RuleEntry(rule, parameters)
    entry.when = when.map { Located($0) }
    return entry
  }

  static let cases: [Case] = [
    Case(entry: entry("length", ["min": 2]), fields: ["a"]),
    Case(entry: entry("unique"), fields: ["a"]),
    Case(entry: entry("equals", ["field": "b"]), fields: ["a", "b"]),
    Case(entry: entry("equals", ["to": ["field": "b"]]), fields: ["a", "b"]),
    Case(entry: entry("notEquals", ["param": "day"]), fields: ["a"], parameters: ["day"]),
    Case(entry: entry("length", ["min": 2], when: "c = 1"), fields: ["a", "c"]),
    Case(entry: entry("not", ["equals": ["field": "b"]]), fields: ["a", "b"]),
    Case(
      entry: entry("any", [["in": ["z"]], ["all": [["equals": ["field": "b"]]]]]),
      fields: ["a", "b"]),
    Case(entry: entry("use", "likeB"), fields: ["a", "b"]),
    Case(entry: entry("must", "c > 1 or d is blank"), fields: ["c", "d"], isOfRecord: true),
    Case(
      entry: entry("must", "sum(c..d) = 3", when: "a = 'x'"), fields: ["a", "c", "d"],
      isOfRecord: true),
    Case(entry: entry("unique", ["b", "d"]), fields: ["b", "d"], isOfRecord: true),
  ]

  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "a", type: .text), Field(name: "b", type: .text),
      Field(name: "c", type: .integer), Field(name: "d", type: .integer),
    ])

  private func ruleSet(_ example: Case, parameters: [RunParameter] = []) throws -> RuleSet {
    var ruleSet = RuleSet(
      name: "r", form: "f",
      fields: example.isOfRecord ? [] : [FieldRules(field: "a", rules: [example.entry])],
      recordRules: example.isOfRecord ? [example.entry] : [], parameters: parameters)
    ruleSet.presets = [try Preset("likeB", [["equals": ["field": "b"]]])]
    return ruleSet
  }

  /// The position of the only rule of the rule set.
  private func position(in plan: Plan) throws -> Int {
    try #require(plan.rules.firstIndex { $0.entry != nil })
  }

  @Test(arguments: cases) func declaredReadsAreComplete(_ example: Case) throws {
    let ruleSet = try ruleSet(
      example,
      parameters: [
        RunParameter(name: "other", type: .text), RunParameter(name: "day", type: .text),
      ])
    let plan = try Plan(form: Self.form, ruleSet: ruleSet)
    let position = try position(in: plan)
    let rule = plan.rules[position]
    #expect(Set(rule.reads.fields.map { Self.form.fields[$0].name }) == example.fields)
    #expect(Set(rule.reads.parameters.map { ruleSet.parameters[$0].name }) == example.parameters)
    #expect(plan.fields(of: [position]) == rule.reads.fields)
  }

  /// A rule gives the same results alone as with all others, so its columns were read.
  @Test(arguments: cases.filter(\.parameters.isEmpty))
  func singleRulesAgreeWithTheWholePlan(_ example: Case) throws {
    let ruleSet = try ruleSet(example)
    let plan = try Plan(form: Self.form, ruleSet: ruleSet)
    let position = try position(in: plan)
    let bytes = Array("xyxxxx12123".utf8)
    func found(without unevaluated: Set<Int>) throws -> [Int32] {
      var judge = try Judge(
        plan, RunState.Configuration(now: Instant(seconds: 0), hashKey: HashKey(1, 2)),
        without: unevaluated)
      var cells: [Cell] = []
      var errors: [JudgedError] = []
      for start: UInt32 in [0, 2, 4] {
        for field: UInt32 in 0..<4 {
          let place = field < 2 ? start + field : 6 + (start + field) % 5
          cells.append(Cell(start: place, end: place + 1, kind: .string))
        }
      }
      judge.judge(cells.span, in: bytes.span, into: &errors)
      return errors.filter { Int($0.rule) == position }.map(\.record)
    }
    let alone = try found(without: Set(plan.rules.indices).subtracting([position]))
    #expect(!alone.isEmpty)
    #expect(alone == (try found(without: [])))
  }
}
