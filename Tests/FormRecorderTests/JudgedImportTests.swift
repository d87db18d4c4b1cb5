import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// The run of a job on other machines, of which the store takes the rejected records.
@Suite struct JudgedImportTests {
  private func run(_ store: TemporaryStore) throws -> JudgedRun {
    try JudgedRun(definitions: store.path("definitions.yaml"))
  }

  private func request(_ run: JudgedRun) -> JudgedImportRequest {
    JudgedImportRequest(folder: run.folder.url.path)
  }

  @Test func everyReportSaysWhatIsThere() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    let report = try #require(try store.recorder.importJudged(request(run)).first)
    #expect(report.rejected == 1 && report.accepted == 0 && !report.isAlreadyImported)
    #expect(report.judgedWords?.contains("it judged 3 and accepted 2") == true)
    #expect(
      try store.rows(
        "SELECT kind || records || judged_records || judged_accepted FROM import_view")
        == ["judged132"])
    #expect(try store.rows("SELECT kind || judged_records FROM run_view") == ["judged3"])
    #expect(try store.recorder.audit(.all).judgedImports.accepted == 2)
    #expect(
      try store.recorder.auditPage(.all, samples: 1)
        .contains("2 accepted records are not counted"))
    let verification = try store.recorder.verify()
    #expect(verification.isOK && verification.judgedImports == [1])
    // The same run again records nothing.
    let again = try #require(try store.recorder.importJudged(request(run)).first)
    #expect(again.isAlreadyImported && again.importID == report.importID)
    // A replay would miss the others.
    let replay = try store.recorder.replay(ReplayRequest())
    #expect(replay.submissions == 0 && replay.judgedImports == [1])
    var one = ReplayRequest()
    one.importID = 1
    #expect(throws: RecorderError.self) { try store.recorder.replay(one) }
  }

  @Test func whatIsNotTheJobsIsRefused() throws {
    let store = try TemporaryStore()
    let run = try run(store)
    func refusal() -> String {
      do {
        _ = try store.recorder.importJudged(request(run))
        return "nothing"
      } catch {
        return "\(error)"
      }
    }
    let record = JudgedRun.record
    try run.write(record.replacing("300", with: "301"), digestOf: record)
    #expect(refusal().contains("another digest"))
    try run.write(record.replacing("300", with: "30"))
    #expect(refusal().contains("record 3 is judged otherwise here: accepted"))
    #expect(!refusal().contains("30,"))
    try run.write(record + record)
    #expect(refusal().contains("no rejected record"))
    try run.write("")
    #expect(refusal().contains("has 0 records, the manifest says 1"))
    try run.write(record, records: 4)
    #expect(refusal().contains("contradict"))
    try run.folder.write("{}", to: "manifest.json")
    #expect(refusal().contains("no manifest"))
    #expect(try store.rows("SELECT count(*) FROM import") == ["0"])
  }
}
