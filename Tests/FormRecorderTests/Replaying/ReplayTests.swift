import FormRecorderTestSupport
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

  @Test func replayEqualsAFreshImport() throws {
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
    try store.recorder.expectValid()
    let again = try store.recorder.replay(ReplayRequest())
    #expect(again.newlyAccepted + again.newlyRejected == 0)
  }

  @Test func dryRunStoresNothing() throws {
    let store = try filledStore()
    try store.apply(Self.definitions(maximum: 10))
    var request = ReplayRequest()
    request.isDryRun = true
    let report = try store.recorder.replay(request)
    #expect(report.newlyRejected > 0)
    #expect(report.runID == nil)
    #expect(try store.rows("SELECT count(*) FROM run") == ["1"])
  }

  @Test func replayOfRejectedRecordsComparesAllKeys() throws {
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
    try store.recorder.expectValid()
  }

  /// The counts that a replay records for each import match its errors, and reports use these
  /// counts.
  @Test func countsOfImportsMatchTheErrors() throws {
    let store = try filledStore()
    try store.add("id,name,email\n1,a,x\n300,b,y\n2,c,a@b.de,more\n", as: "second.csv")
    let before = try store.recorder.audit(.all)
    for _ in 0..<2 { _ = try store.recorder.replay(ReplayRequest()) }
    #expect(
      try store.rows(
        "SELECT import, sum(records) FROM replayed GROUP BY import, run ORDER BY run, import")
        == store.rows(
          """
          SELECT s.import, sum(s.last_submission - s.first_submission + 1)
          FROM run r JOIN span s WHERE r.kind = 'replay' GROUP BY s.import, r.id ORDER BY r.id, s.import
          """))
    let after = try store.recorder.audit(.all)
    #expect(after.total == before.total)
    #expect(after.byImport.map(\.counts) == before.byImport.map(\.counts))
    #expect(after.byRule.map(\.count) == before.byRule.map(\.count))
    #expect(after.byRule.count > 2)
    try store.recorder.expectValid()
    for alteration in [
      "UPDATE replayed SET warned = warned + 1 WHERE import = 2 AND run = (SELECT max(run) FROM replayed)",
      "DELETE FROM replayed_rule WHERE rule = 0",
      "INSERT INTO replayed VALUES (1, 1, 1, 0, 0, 0)",
    ] {
      let copy = try filledStore()
      try copy.add("id,name,email\n1,a,x\n300,b,y\n2,c,a@b.de,more\n", as: "second.csv")
      _ = try copy.recorder.replay(ReplayRequest())
      try copy.tamper(alteration)
      #expect(try copy.recorder.verify().problem?.table == "replayed", "\(alteration)")
    }
  }

  @Test func receiptRevealsATruncatedLog() throws {
    let store = try filledStore()
    let receipt = try #require(store.recorder.replay(ReplayRequest()).head)
    #expect(try store.recorder.verify(against: receipt).isOK)
    try store.tamper("DELETE FROM event WHERE kind = 'run' AND subject = 2")
    for table in [
      "run_end", "run_range", "run_rule", "block", "error", "replayed", "replayed_rule",
    ] {
      try store.tamper("DELETE FROM \(table) WHERE run = 2")
    }
    try store.tamper("DELETE FROM run WHERE id = 2")
    try store.tamper("UPDATE current SET run = 1")
    try store.recorder.expectValid()
    #expect(try store.recorder.verify(against: receipt).problem?.kind == .receipt)
  }

  @Test(arguments: ["", "5b3c", String(repeating: "g", count: 64)])
  func invalidReceiptIsAUsageError(_ receipt: String) throws {
    let store = try filledStore()
    let error = #expect(throws: RecorderError.self) {
      try store.recorder.verify(against: receipt)
    }
    #expect(error?.isUsage == true)
  }
}
