import FormBytes
import FormRulesTestSupport
import Synchronization
import Testing

@testable import FormRules

/// Rules that need external data: reference lists, stored submissions, services.
@Suite struct ExternalDataRuleTests {
  private let form = Form(
    name: "f",
    fields: [
      Field(name: "value", type: .text), Field(name: "number", type: .decimal()),
      Field(name: "names", type: .list()),
    ])

  @Test(
    arguments: [
      ([:], "'exists': requires either a file or a form"),
      (["file": "a.csv", "form": "f"], "'exists': requires either a file or a form"),
      (["file": "a.csv"], "'exists': the file a.csv has not been read"),
      (
        ["file": "a.csv", "values": ["1"], "field": "x"],
        "'exists': field belongs to a form; of a file say column"
      ),
      (["form": "customers"], "'exists': requires the field of form 'customers'"),
      (
        ["form": "customers", "field": "id", "column": "id"], "'exists': column belongs to a file"
      ),
    ] as [(DefinitionNode, String)])
  func impossibleReferencesAreRefused(_ parameters: DefinitionNode, _ message: String) {
    #expect(bindingError(ExistsRule.self, parameters, of: form) == message)
  }

  @Test func valuesOfAFileMustHaveTheFieldsType() {
    #expect(
      bindingError(
        ExistsRule.self, ["file": "a.csv", "values": ["1", "x"]], on: "number", of: form)
        == "'exists': 'x' is not of the type decimal of field number")
    #expect(
      bindingError(ExistsRule.self, ["form": "g", "field": "id"], on: "names", of: form)
        == "'exists': compares a list with a file only")
  }

  /// Stored values are compared by value, texts by bytes; without a store there is no answer.
  @Test func storedValuesAreComparedByValue() throws {
    let reference = StoredReference(form: "customers", fields: ["id"])
    let folded = StoredReference(form: "customers", fields: ["id"], ignoresCase: true)
    let run = testRun()
    let keys = HashSet128()
    let foldedKeys = HashSet128()
    for (value, text) in [
      (Value.integer(7), "7"), (.decimal(ExactDecimal(mantissa: 150, scale: 2)), "1.50"),
      (.text, "Ana"), (.missing, ""),
    ] {
      var hasher = SipHasher128(key: run.configuration.hashKey)
      let bytes = Array(text.utf8)
      if hasher.combine(value, bytes.span) { _ = keys.insert(hasher.finalize()) }
      var lowered = SipHasher128(key: run.configuration.hashKey)
      if lowered.combine(value, bytes.span, ignoresCase: true) {
        _ = foldedKeys.insert(lowered.finalize())
      }
    }
    let parameters: DefinitionNode = ["form": "customers", "field": "id"]
    let numbers = try bind(ExistsRule.self, parameters, on: "number", of: form)
    let texts = try bind(ExistsRule.self, parameters, of: form)
    let anyCase = try bind(
      ExistsRule.self, ["form": "customers", "field": "id", "ignoreCase": "true"], of: form)
    #expect(numbers.externalInputs == [.stored(reference, comparing: [1])])
    #expect(
      answer(texts, of: form, ["value": "Bob"], in: run)
        == .undecided(.unavailable(Failure("exists.unavailable"))))
    run.add(keys, of: reference)
    run.add(foldedKeys, of: folded)
    for (text, found) in [("7.00", true), ("1.5", true), ("1.51", false), ("70", false)] {
      let code = code(numbers, on: "number", of: form, ["number": text], in: run)
      #expect(code == (found ? nil : "exists.notFound"), "\(text)")
    }
    #expect(code(texts, of: form, ["value": "Ana"], in: run) == nil)
    #expect(code(texts, of: form, ["value": "ana"], in: run) == "exists.notFound")
    #expect(code(texts, of: form, ["value": "7"], in: run) == "exists.notFound")
    #expect(code(anyCase, of: form, ["value": "aNA"], in: run) == nil)
  }

  /// A service that keeps its requests.
  private final class Service: Sendable {
    let questions = Mutex<[ServiceRequest]>([])
    let answer: @Sendable (String) -> ServiceAnswer

    init(_ answer: @escaping @Sendable (String) -> ServiceAnswer) { self.answer = answer }

    func run() -> RunState {
      RunState(configuration, parameters: [], stateCount: 0)
    }

    var configuration: RunState.Configuration {
      var configuration = RunState.Configuration(now: Instant(seconds: 0))
      configuration.services = .answering { request in
        self.questions.withLock { $0.append(request) }
        return self.answer(String(decoding: request.body, as: UTF8.self))
      }
      return configuration
    }

    var bodies: [String] {
      questions.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } }
    }
  }

  @Test(
    arguments: [
      (200, "true", nil), (204, " true\r\n", nil), (200, "TRUE", "remote.refused"),
      (200, "\"true\"", "remote.refused"), (200, "true true", "remote.refused"),
      (200, "false", "remote.refused"), (200, "", "remote.refused"),
      (500, "true", "remote.refused"), (302, "true", "remote.refused"),
    ] as [(Int, String, String?)])
  func onlySuccessWithTrueAccepts(_ status: Int, _ body: String, _ expected: String?) throws {
    let service = Service { _ in .response(status: status, body: Array(body.utf8)) }
    let rule = try bind(RemoteRule.self, "https://example.com/x", of: form)
    #expect(code(rule, of: form, ["value": "ana"], in: service.run()) == expected)
  }

  @Test func requestsHaveTheDocumentedBody() throws {
    let service = Service { _ in .response(status: 200, body: Array("true".utf8)) }
    let run = service.run()
    let rule = try bind(
      RemoteRule.self,
      [
        "url": "https://example.com/x", "key": "extras", "timeout": 5,
        "extra": ["a": "1", "b": ["x", "y"]],
      ], of: form)
    #expect(code(rule, of: form, ["value": "a \"b\""], in: run) == nil)
    let number = try bind(RemoteRule.self, "https://example.com/x", on: "number", of: form)
    #expect(code(number, on: "number", of: form, ["number": "+1.50"], in: run) == nil)
    #expect(
      service.bodies == [
        #"{"instance":"a \"b\"","extras":{"a":"1","b":["x","y"]}}"#, #"{"instance":1.50}"#,
      ])
    #expect(service.questions.withLock { $0[0].url } == "https://example.com/x")
    #expect(service.questions.withLock { $0.map(\.timeout) } == [.seconds(5), .seconds(60)])
  }

  @Test func valuesAreRequestedOnceUntilAFailure() throws {
    let service = Service { body in
      body.contains("silent") ? .unanswered : .response(status: 200, body: Array("true".utf8))
    }
    let run = service.run()
    let rule = try bind(RemoteRule.self, "https://example.com/x", of: form)
    func code(_ text: String) -> String? {
      run.services?.beginBatch()
      return FormRulesTests.code(rule, of: form, ["value": text], in: run)
    }
    #expect([code("a"), code("a"), code("b"), code("a")] == [nil, nil, nil, nil])
    #expect(service.bodies.count == 2)
    for _ in 0..<5 { #expect(code("silent") == "remote.unavailable") }
    #expect(service.bodies.count == 2 + ServiceAnswers.maximumUnanswered)
    #expect(code("c") == "remote.unavailable")
    #expect(code("a") == nil)
  }

  /// Such rules are evaluated last, and only for records that no other rule rejects.
  @Test func rejectedRecordsAreNotSent() throws {
    let service = Service { body in
      .response(status: 200, body: Array((body.contains("x") ? "false" : "true").utf8))
    }
    let ruleSet = RuleSet(
      name: "r", form: "f",
      fields: [
        FieldRules(
          field: "value",
          rules: [
            RuleEntry("remote", "https://example.com/x"), RuleEntry("length", ["max": 3]),
          ])
      ])
    let plan = try Plan(
      form: Form(name: "f", fields: [Field(name: "value", type: .text)]), ruleSet: ruleSet)
    var judge = try Judge(plan, service.configuration)
    let bytes = Array("anaxyzlong".utf8)
    var errors: [JudgedError] = []
    let cells = [
      Cell(start: 0, end: 3, kind: .string), Cell(start: 3, end: 6, kind: .string),
      Cell(start: 6, end: 10, kind: .string),
    ]
    judge.judge(cells.span, in: bytes.span, into: &errors)
    let failed = errors.map { "\($0.record) \(plan.rules[Int($0.rule)].id)" }
    #expect(failed == ["1 value.remote", "2 value.length"])
    #expect(service.bodies == [#"{"instance":"ana"}"#, #"{"instance":"xyz"}"#])
    let remote = try #require(plan.position(ofRule: "value.remote"))
    #expect(
      judge.skips[remote].byReason.map { "\($0)" } == [
        "(reason: FormRules.SkipReason.rejected, count: 1)"
      ])
    // Without a client, no value passes unevaluated.
    var mute = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0)))
    mute.judge(cells.span, in: bytes.span, into: &errors)
    #expect(
      errors.map { "\($0.record) \($0.code)" }
        == ["0 remote.unavailable", "1 remote.unavailable", "2 length.tooLong"])
    #expect(mute.skips[remote][.rejected] == 1)
    #expect(mute.skips[remote].total == 1)
  }

  /// A rule with nested rules reports a missing answer like these, but only if no other part
  /// decides.
  @Test(
    arguments: [
      (
        "all", [["remote": "https://x.example"], ["length": ["max": 3]]], "remote.unavailable",
        "length.tooLong"
      ),
      (
        "all", [["length": ["max": 3]], ["remote": "https://x.example"]], "remote.unavailable",
        "length.tooLong"
      ),
      (
        "any", [["remote": "https://x.example"], ["length": ["max": 3]]], nil, "remote.unavailable"
      ),
      (
        "any", [["length": ["max": 3]], ["exists": ["form": "g", "field": "id"]]], nil,
        "exists.unavailable"
      ),
      (
        "not", [["remote": "https://x.example"], ["length": ["max": 3]]], "remote.unavailable", nil
      ),
      (
        "not", [["any": [["remote": "https://x.example"], ["length": ["max": 3]]]]],
        "not.satisfied",
        "remote.unavailable"
      ),
    ] as [(String, DefinitionNode, String?, String?)])
  func missingAnswersNeverAccept(
    _ rule: String, _ parameters: DefinitionNode, _ short: String?, _ long: String?
  ) throws {
    let ruleSet = RuleSet(
      name: "r", form: "f",
      fields: [FieldRules(field: "value", rules: [RuleEntry(rule, ["rules": parameters])])])
    let plan = try Plan(form: form, ruleSet: ruleSet)
    var judge = try Judge(plan, RunState.Configuration(now: Instant(seconds: 0)))
    let bytes = Array("anaanna".utf8)
    var cells: [Cell] = []
    var errors: [JudgedError] = []
    for (start, end) in [(0, 3), (3, 7)] as [(UInt32, UInt32)] {
      cells += [Cell(start: start, end: end, kind: .string), .missing, .missing]
    }
    judge.judge(cells.span, in: bytes.span, into: &errors)
    var codes: [String?] = [nil, nil]
    for error in errors {
      codes[Int(error.record)] = error.code
      let planned = plan.rules[Int(error.rule)]
      #expect(planned.isUnanswered(error) == error.code.hasSuffix(".unavailable"))
      let message = planned.message(
        code: error.code, arguments: error.arguments, field: form.fields[0])
      #expect(!message.contains(error.code))
    }
    #expect(codes == [short, long])
  }

  @Test func requestsToURLsWithOtherBytesDiffer() {
    let requests = ["\u{E9}", "e\u{301}"].map {
      ServiceRequest(url: "https://example.com/\($0)", body: [], timeout: .seconds(1))
    }
    #expect(requests[0] != requests[1])
  }

  @Test func needsCannotNameADeferredRule() {
    var needy = RuleEntry("length", ["max": 3])
    needy.needs = [Located("value.remote")]
    let ruleSet = RuleSet(
      name: "r", form: "f",
      fields: [
        FieldRules(
          field: "value", rules: [RuleEntry("remote", "https://example.com/x"), needy])
      ])
    #expect(throws: DefinitionErrors.self) { try Plan(form: form, ruleSet: ruleSet) }
  }
}
