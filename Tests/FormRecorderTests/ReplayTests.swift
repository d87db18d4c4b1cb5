import FormRules
import FormStore
import Foundation
import Testing

@testable import FormRecorder

@Suite struct ReplayTests {
  private static func definitions(maximum: Int, extra: String = "") -> String {
    """
    form: people
    fields:
      - {name: id, type: integer, required: true}
      - {name: age, type: integer}
    ---
    rules: people
    form: people
    fields:
      id:
        - unique
      age:
        - range: {max: \(maximum)}
    \(extra)
    """
  }

  private func filledStore() throws -> TemporaryStore {
    let store = try TemporaryStore(Self.definitions(maximum: 50))
    var text = "id,age\n"
    for number in 1...2_345 {
      text +=
        number % 97 == 0 ? "\(number),1,2\n" : "\(number % 500 == 0 ? 1 : number),\(number % 100)\n"
    }
    try store.write(text, to: "a.csv")
    _ = try store.recorder.importFile(ImportRequest(path: store.path("a.csv")))
    return store
  }

  @Test func aReplayGivesWhatAFreshImportGives() throws {
    let store = try filledStore()
    try store.apply(Self.definitions(maximum: 80))
    let replay = try store.recorder.replay(ReplayRequest())
    let fresh = try TemporaryStore(Self.definitions(maximum: 80))
    try fresh.write(
      String(contentsOfFile: store.path("a.csv"), encoding: .utf8), to: "a.csv")
    let report = try fresh.recorder.importFile(ImportRequest(path: fresh.path("a.csv")))
    #expect(replay.submissions == report.records)
    #expect(replay.rejected == report.rejected)
    #expect(
      replay.byRule.filter { $0.after > 0 }.map { "\($0.rule) \($0.after)" }.sorted()
        == report.byRule.map { "\($0.rule) \($0.count)" }.sorted())
    #expect(replay.newlyRejected == 0)
    #expect(replay.newlyAccepted > 0)
    #expect(try store.recorder.verify().isOK)
    let again = try store.recorder.replay(ReplayRequest())
    #expect(again.newlyAccepted + again.newlyRejected == 0)
  }

  @Test func aDryRunStoresNothing() throws {
    let store = try filledStore()
    try store.apply(Self.definitions(maximum: 10))
    var request = ReplayRequest()
    request.isDryRun = true
    let report = try store.recorder.replay(request)
    #expect(report.newlyRejected > 0)
    #expect(report.run == nil)
    #expect(try store.rows("SELECT count(*) FROM run") == ["1"])
  }

  @Test func onlyRejectedStillFeedsUniqueWithEveryRecord() throws {
    let store = try filledStore()
    try store.apply(Self.definitions(maximum: 80))
    var request = ReplayRequest()
    request.onlyRejected = true
    let report = try store.recorder.replay(request)
    let rejected = try store.rows(
      "SELECT count(DISTINCT submission) FROM error WHERE run = 1")
    #expect(rejected == ["\(report.submissions)"])
    let unique = report.byRule.first { $0.rule == "id.unique" }
    #expect(unique?.before == unique?.after)
    #expect(try store.recorder.verify().isOK)
  }

  @Test func aCutTailShowsAgainstAReceipt() throws {
    let store = try filledStore()
    let receipt = try #require(store.recorder.replay(ReplayRequest()).head)
    #expect(try store.recorder.verify(against: receipt).isOK)
    try store.tamper("DELETE FROM event WHERE kind = 'run' AND subject = 2")
    for table in ["run_end", "run_range", "run_rule", "block", "error"] {
      try store.tamper("DELETE FROM \(table) WHERE run = 2")
    }
    try store.tamper("DELETE FROM run WHERE id = 2")
    try store.tamper("UPDATE current SET run = 1")
    #expect(try store.recorder.verify().words == nil)
    #expect(try store.recorder.verify(against: receipt).problem?.kind == .receipt)
  }

  @Test(arguments: ["", "5b3c", String(repeating: "g", count: 64)])
  func aReceiptThatIsNoneIsWrongUsage(_ receipt: String) throws {
    let store = try filledStore()
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.verify(against: receipt)
    }
    #expect(error?.kind == .usage)
  }
}
