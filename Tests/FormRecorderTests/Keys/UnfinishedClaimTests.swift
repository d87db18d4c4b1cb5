import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// `unique: ever` while an import is unfinished: its keys reject no records, and a key belongs to
/// the record that was finished first.
@Suite struct UnfinishedClaimTests {
  private static let definitions = PeopleDefinitions.yaml(
    rules: """
      fields:
        id:
          - unique: ever
      """)

  private func store(_ definitions: String = definitions) throws -> TemporaryStore {
    try TemporaryStore(definitions)
  }

  private func request(_ store: TemporaryStore, _ name: String) -> ImportRequest {
    var request = ImportRequest(path: store.path(name))
    request.chunk = 1_000
    return request
  }

  private func file(_ ids: some Sequence<Int>, name: String = "a") -> String {
    "id,name\n" + ids.map { "\($0),\(name)\n" }.joined()
  }

  /// Expects that a replay gives the same verdicts and that `verify` finds the same claims.
  private func expectConsistency(_ store: TemporaryStore) throws {
    try store.recorder.expectValid()
    var request = ReplayRequest()
    request.isFull = true
    request.isDryRun = true
    let report = try store.recorder.replay(request)
    #expect((report.newlyAccepted, report.newlyRejected) == (0, 0))
    #expect(
      try store.rows(
        """
        SELECT count(*) FROM (SELECT id FROM form_people
          WHERE _verdict = 'accepted' AND _state = 'current' GROUP BY id HAVING count(*) > 1)
        """) == ["0"])
    request.isDryRun = false
    _ = try store.recorder.replay(request)
    try store.recorder.expectValid()
  }

  @Test func sameFileWithAnExtraLineIsAccepted() throws {
    let store = try store()
    try store.write(file(1...2_500), to: "a.csv")
    try store.write(file(1...2_501), to: "b.csv")
    store.breakOff(request(store, "a.csv"))
    let other = try store.recorder.importFile(request(store, "b.csv"))
    #expect((other.accepted, other.rejected) == (2_501, 0))
    // Records that were stored before are rejected at the end. The others are compared with b.csv.
    let notes = Notes()
    let report = try store.recorder.importFile(
      request(store, "a.csv"), ImportCallbacks(note: { notes.lines.append($0.description) }))
    #expect((report.importID, report.accepted, report.rejected) == (1, 0, 2_500))
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["id.unique 2500"])
    #expect(
      notes.lines.contains {
        $0.contains("1000 of its accepted records are now rejected")
      }, "\(notes.lines)")
    #expect(
      try store.rows("SELECT DISTINCT code FROM error_view WHERE import = 1") == ["unique.stored"])
    #expect(try store.rows("SELECT rejected FROM run_view WHERE run = 1") == ["2500"])
    #expect(try store.recorder.importFile(request(store, "a.csv")).counts == report.counts)
    try expectConsistency(store)
  }

  /// Verdicts are replaced in batches of 10,000 records.
  @Test func manyRecordsAreRejectedAtTheEnd() throws {
    let store = try store()
    try store.write(file(1...10_100), to: "a.csv")
    try store.write(file(1...10_101), to: "b.csv")
    var request = request(store, "a.csv")
    request.chunk = 10_000
    store.breakOff(request)
    #expect(try store.recorder.importFile(self.request(store, "b.csv")).rejected == 0)
    let report = try store.recorder.importFile(request)
    #expect((report.accepted, report.rejected) == (0, 10_100))
    try store.recorder.expectValid()
  }

  private final class Notes { var lines: [String] = [] }

  @Test func sameBytesAtAnotherPathAreAccepted() throws {
    let store = try store()
    for name in ["a.csv", "b.csv"] { try store.write(file(1...2_500), to: name) }
    store.breakOff(request(store, "a.csv"))
    #expect(try store.recorder.importFile(request(store, "b.csv")).accepted == 2_500)
    let notes = Notes()
    let report = try store.recorder.importFile(
      request(store, "a.csv"), ImportCallbacks(note: { notes.lines.append($0.description) }))
    #expect((report.importID, report.accepted, report.isAlreadyImported) == (2, 2_500, true))
    #expect(
      notes.lines.contains {
        $0.contains("import 1, unfinished after 1,000 records, was discarded")
      }, "\(notes.lines)")
    #expect(
      try store.rows("SELECT state FROM import_view ORDER BY import") == ["discarded", "finished"])
    try expectConsistency(store)
  }

  @Test func submissionTakesKeysOfAnUnfinishedImport() throws {
    let store = try store()
    try store.write(file(1...2_500), to: "a.csv")
    store.breakOff(request(store, "a.csv"))
    for id in [5, 2_400] {
      #expect(try !store.recorder.submit(SubmissionRequest(fields: [("id", "\(id)")])).isRejected)
    }
    try store.recorder.expectValid()
    let report = try store.recorder.importFile(request(store, "a.csv"))
    #expect((report.accepted, report.rejected, report.errors) == (2_498, 2, 2))
    #expect(
      try store.rows("SELECT submission FROM error_view ORDER BY 1") == ["5", "2402"])
    try expectConsistency(store)
  }

  @Test func limitsCountRecordsRejectedAtTheEnd() throws {
    let store = try store(Self.definitions + "\nlimits:\n  - rejected: {max: 0}\n")
    try store.write(file(1...2_500), to: "a.csv")
    store.breakOff(request(store, "a.csv"))
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "5")]))
    #expect(try store.recorder.importFile(request(store, "a.csv")).exceededLimits.count == 1)
    try store.recorder.expectValid()
  }

  @Test func discardedImportsReleaseKeys() throws {
    let store = try store()
    try store.write(file(1...2_500), to: "a.csv")
    store.breakOff(request(store, "a.csv"))
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "5")]))
    _ = try store.recorder.discard(1)
    #expect(try !store.recorder.submit(SubmissionRequest(fields: [("id", "6")])).isRejected)
    #expect(try store.recorder.submit(SubmissionRequest(fields: [("id", "5")])).isRejected)
    try expectConsistency(store)
  }

  /// Rules that need the rule that fails at the end, or that follow a rule that stops, report no
  /// failures.
  @Test func dependentRulesAreSkipped() throws {
    let store = try store(
      PeopleDefinitions.yaml(
        rules: """
          fields:
            id:
              - unique: ever
              - {range: {max: 3}, severity: warning, needs: [id.unique]}
            name:
              - {length: {max: 0}, severity: info}
          """))
    try store.write(file(1...2_000), to: "a.csv")
    store.breakOff(request(store, "a.csv"))
    for id in [2, 7] { _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "\(id)")])) }
    let report = try store.recorder.importFile(request(store, "a.csv"))
    #expect(
      report.byRule.map { "\($0.rule) \($0.count)" } == [
        "id.unique 2", "id.range 1996", "name.length 2000",
      ])
    #expect(report.counts.warned == 1_996)
    #expect(
      try store.rows(
        "SELECT submission || ' ' || rule FROM error_view WHERE submission IN (2, 7) ORDER BY 1")
        == ["2 id.unique", "2 name.length", "7 id.unique", "7 name.length"])
    try expectConsistency(store)
  }

  /// Two records may have the same key if the rule only warns or is not evaluated.
  @Test(arguments: ["severity: warning", "when: name = 'b'"])
  func keysAreSharedUnlessTheRuleRejects(_ modifier: String) throws {
    let store = try store(
      Self.definitions.replacing("- unique: ever", with: "- {unique: ever, \(modifier)}"))
    try store.write(file(1...1_200), to: "a.csv")
    try store.write(file(5...6), to: "b.csv")
    store.breakOff(request(store, "a.csv"))
    #expect(try store.recorder.importFile(request(store, "b.csv")).rejected == 0)
    #expect(try store.recorder.importFile(request(store, "a.csv")).rejected == 0)
    #expect(try !store.recorder.submit(SubmissionRequest(fields: [("id", "5")])).isRejected)
    try store.recorder.expectValid()
    var request = ReplayRequest()
    request.isFull = true
    #expect(try store.recorder.replay(request).unchanged == 1_203)
    try store.recorder.expectValid()
  }

  /// Deliveries of the same record do not conflict with each other, whichever is finished first.
  @Test func deliveriesOfTheSameRecordShareTheirKeys() throws {
    let store = try store(
      PeopleDefinitions.yaml(
        form: "key: [id]",
        rules: """
          fields:
            name:
              - unique: ever
          """))
    let named = (1...2_000).map { "\($0),n\($0)\n" }
    try store.write("id,name\n" + named.joined(), to: "a.csv")
    try store.write("id,name\n5,n5\n6,n1000000\n7,n8\n", to: "b.csv")
    store.breakOff(request(store, "a.csv"))
    #expect(try store.recorder.importFile(request(store, "b.csv")).rejected == 0)
    // The import supersedes the records of b.csv, and with them the claim of n8.
    #expect(try store.recorder.importFile(request(store, "a.csv")).rejected == 0)
    #expect(
      try store.rows(
        "SELECT count(*), max(_submission) < 1004 FROM form_people WHERE _state <> 'current'")
        == ["3|1"])
    try expectConsistency(store)
  }

  /// Compares interrupted and resumed imports, and submissions between them, with a model: each key
  /// belongs to the record that was finished first.
  @Test func firstFinishedRecordHoldsTheKey() throws {
    let wrong = try RandomRounds.run("claims", 2) { random, show in
      let store = try store()
      var (owners, unfinished, text): ([Int: String], [Int: [Int]], String) = ([:], [:], "")
      var files = 0
      for _ in 0..<14 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3 where unfinished.count < 3:
          files += 1
          let ids = (0..<1_100).map { _ in Int.random(in: 1...9_000, using: &random) }
          try store.write(file(ids, name: "f\(files)"), to: "\(files).csv")
          store.breakOff(request(store, "\(files).csv"))
          unfinished[files] = ids
          text += "break \(files); "
        case 3..<6:
          guard let number = unfinished.keys.sorted().randomElement(using: &random) else { break }
          _ = try store.recorder.importFile(request(store, "\(number).csv"))
          for id in unfinished.removeValue(forKey: number) ?? [] where owners[id] == nil {
            owners[id] = "f\(number)"
          }
          text += "finish \(number); "
        case 6:
          files += 1
          let ids = Array(Set((0..<300).map { _ in Int.random(in: 1...9_000, using: &random) }))
          try store.write(file(ids, name: "f\(files)"), to: "\(files).csv")
          _ = try store.recorder.importFile(request(store, "\(files).csv"))
          for id in ids where owners[id] == nil { owners[id] = "f\(files)" }
          text += "import \(files); "
        default:
          let known = unfinished.values.flatMap { $0 }.randomElement(using: &random)
          let id = known ?? Int.random(in: 1...9_000, using: &random)
          _ = try store.recorder.submit(
            SubmissionRequest(fields: [("id", "\(id)"), ("name", "s\(text.count)")]))
          if owners[id] == nil { owners[id] = "s\(text.count)" }
          text += "submit \(id); "
        }
      }
      show(text)
      let found = try store.rows(
        """
        SELECT id || ' ' || name FROM form_people WHERE _verdict = 'accepted' ORDER BY 1
        """)
      if found != owners.map({ "\($0.key) \($0.value)" }).sorted() { return "the owners differ" }
      if let words = try store.recorder.verify().problemDescription { return words }
      var request = ReplayRequest()
      request.isFull = true
      let report = try store.recorder.replay(request)
      if report.newlyAccepted + report.newlyRejected > 0 { return "the replay differs" }
      return try store.recorder.verify().problemDescription
    }
    #expect(wrong == nil)
  }
}
