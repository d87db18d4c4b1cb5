import FormDefinitions
import FormRecorder
import FormRules
import Foundation
import Testing

/// What the command line is made of, for those who make tools of their own.
@Suite final class ToolTests {
  private let folder: String
  private let recorder: Recorder

  init() throws {
    folder = NSTemporaryDirectory() + "formrec-outside-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    recorder = Recorder(database: folder + "/forms.sqlite")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private let yaml = """
    form: users
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
    ---
    rules: users
    form: users
    fields:
      id: [{range: {max: 10}}]
      name: [{remote: "https://example.com/free"}]
    examples:
      - accept: {id: 1}
      - reject: {id: 99}
    """

  private func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    return folder + "/" + name
  }

  @Test func filesAreImportedByOneImporter() throws {
    let definitions = try DefinitionSet(yaml: yaml)
    let files = [try write("id\n1\n99\n", to: "a.csv"), try write("id\n2\n", to: "b.csv")]
    #expect(throws: RecorderError.self) { try recorder.requireReadable([folder + "/none.csv"]) }
    try recorder.requireImportable(files, ImportRequest(path: "-"), definitions: definitions)
    let importer = try recorder.openForImports(applying: definitions)
    #expect(importer.applied.map(\.isNew) == [true, true])
    let reports = try files.map { try importer.importFile(ImportRequest(path: $0)) }
    #expect(reports.map(\.rejected) == [1, 0])
    var lines: [Int] = []
    for report in reports {
      try recorder.forEachRecordWithFailures(of: report, in: .english) { lines.append($0.line) }
    }
    #expect(lines == [3])
    #expect(try recorder.rules(of: reports, in: .english).contains { $0.id == "id.range" })
    #expect(definitions.onlyForm == VersionReference("users"))
  }

  @Test func definitionsAreShownComparedAndTried() throws {
    let definitions = try DefinitionSet(yaml: yaml)
    try recorder.apply(definitions)
    try recorder.apply(DefinitionSet(yaml: yaml.replacing("max: 10", with: "max: 9")))
    let name = try #require(VersionReference("users"))
    #expect(try recorder.definitions(name, kind: .ruleSet).map(\.title) == ["rules users@2"])
    let compared = try recorder.diff(from: "users@1", to: "users@2", kind: .ruleSet)
    #expect(compared.flatMap(\.diff.lines) == ["id.range: max 10 → 9 (stricter)"])
    let examples = try definitions.runExamples(now: Recorder.systemClock())
    #expect(examples.flatMap(\.outcomes).map { $0.problem == nil } == [true, true])
    let trial = try RuleTrial(
      rule: "length", parameters: "{max: 5}", type: nil, files: .unspecified,
      now: Recorder.systemClock())
    #expect(try trial.judge(["ana", "maximilian"]).map(\.errors.isEmpty) == [true, false])
  }

  @Test func replaysRepeatServiceAnswers() throws {
    try recorder.apply(DefinitionSet(yaml: yaml))
    var asking = recorder
    let client = ServiceClient { request in
      let isTaken = String(decoding: request.body, as: UTF8.self).contains("taken")
      return .response(status: 200, body: Array((isTaken ? "false" : "true").utf8))
    }
    asking.settings.services = Services(client)
    let file = try write("id,name\n1,free\n2,taken\n", to: "names.csv")
    #expect(try asking.importFile(ImportRequest(path: file)).rejected == 1)
    #expect(try recorder.replay(ReplayRequest()).unchanged == 2)
    #expect(try recorder.submit(SubmissionRequest(values: ["id": 3, "name": "x"])).isRejected)
  }
}
