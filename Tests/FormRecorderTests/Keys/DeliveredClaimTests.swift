import FormRecorder
import FormRecorderTestSupport
import FormRules
import FormTestSupport
import Testing

/// `unique: ever` with a `key`, and in replays of a part.
@Suite struct DeliveredClaimTests {
  private static let definitions = PeopleDefinitions.yaml(
    form: "key: [id]", rules: "fields:\n  name: [{unique: ever}]\n")

  private func verdicts(_ store: TemporaryStore) throws -> [String] {
    try store.rows("SELECT _submission || ' ' || _verdict FROM form_people ORDER BY _submission")
  }

  /// Expects that no replay changes a verdict.
  private func expectRepetition(_ store: TemporaryStore) throws {
    let imports = try store.rows("SELECT id FROM import").compactMap { Int64($0) }
    for importID in [nil] + imports {
      for onlyRejected in [false, true] {
        for isFull in [false, true] {
          var request = ReplayRequest()
          (request.importID, request.onlyRejected) = (importID, onlyRejected)
          request.isFull = isFull
          request.isDryRun = true
          let report = try store.recorder.replay(request)
          #expect((report.newlyAccepted, report.newlyRejected) == (0, 0))
          #expect(report.byRule.allSatisfy { $0.before == $0.after })
        }
      }
    }
    try store.recorder.expectValid()
  }

  /// The stored key is that of the text which the rule reads.
  @Test(arguments: [("a ", " a"), (" a", "a"), ("a", " a ")])
  func valuesOfTrimmingRulesAreClaimedTrimmed(_ stored: String, _ submitted: String) throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(rules: "fields:\n  name: [{unique: ever, trim: true}]\n"))
    try store.add("id,name\n1,\(stored)\n", as: "a.csv")
    let report = try store.recorder.submit(
      SubmissionRequest(values: ["id": "2", "name": submitted]))
    #expect(report.errors.map(\.code) == ["unique.stored"])
    try expectRepetition(store)
  }

  /// A delivery is not compared with the submissions that it supersedes, even if it supersedes them
  /// with a later record.
  @Test(arguments: [false, true])
  func deliveryMayExchangeValues(_ isLong: Bool) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name\n1,A\n2,B\n3,C\n5,E\n", as: "a.csv")
    let padding = isLong ? (10...2_600).map { "\($0),n\($0)\n" }.joined() : ""
    // D moves to another record, C to a new one. E is held by a record that is not delivered.
    try store.write("id,name\n1,B\n6,E\n" + padding + "2,A\n3,D\n4,C\n", to: "b.csv")
    var request = ImportRequest(path: store.path("b.csv"))
    request.chunk = 1_000
    #expect(try store.recorder.importFile(request.dryRun).rejected == 1)
    let report = try store.recorder.importFile(request)
    #expect(report.byRule.map { "\($0.rule) \($0.count)" } == ["name.unique 1"])
    #expect(
      try store.rows("SELECT id || name FROM form_people WHERE _verdict = 'rejected'") == ["6E"])
    try expectRepetition(store)
  }

  /// A replay under other rules judges as if they had been in effect from the beginning: a
  /// submission is compared with those that were current when it took effect.
  @Test func replayComparesWithFormerDeliveries() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name\n1,A\n", as: "a.csv")
    try store.add("id,name\n2,A\n", as: "b.csv")
    try store.add("id,name\n1,B\n", as: "c.csv")
    let before = try verdicts(store)
    #expect(before == ["1 accepted", "2 rejected", "3 accepted"])
    try expectRepetition(store)
    try store.apply(
      Self.definitions.replacing("[{unique: ever}]", with: "[{unique: ever}, {length: {max: 9}}]"))
    _ = try store.recorder.replay(ReplayRequest())
    #expect(try verdicts(store) == before)
    try expectRepetition(store)
    #expect(try store.add("id,name\n2,A\n", as: "d.csv").rejected == 0)
    try expectRepetition(store)
  }

  private static func limited(_ maximum: Int) -> String {
    PeopleDefinitions.yaml(
      rules: """
        fields:
          id: [{range: {max: \(maximum)}}]
          name: [{unique: ever}]
        """)
  }

  /// A replay of a part compares with all other accepted submissions, whichever took effect first.
  @Test(
    arguments: [
      (nil, true, ["1 rejected", "2 accepted"]), (1, false, ["1 rejected", "2 accepted"]),
      (1, true, ["1 rejected", "2 accepted"]), (nil, false, ["1 accepted", "2 rejected"]),
    ] as [(Int64?, Bool, [String])])
  func partialReplayKeepsAcceptedSubmissions(
    _ importID: Int64?, _ onlyRejected: Bool, _ expected: [String]
  ) throws {
    let store = try TemporaryStore(Self.limited(5))
    #expect(try store.add("id,name\n6,X\n", as: "a.csv").rejected == 1)
    #expect(try store.add("id,name\n2,X\n", as: "b.csv").rejected == 0)
    try store.apply(Self.limited(6))
    var request = ReplayRequest()
    (request.importID, request.onlyRejected) = (importID, onlyRejected)
    _ = try store.recorder.replay(request)
    #expect(try verdicts(store) == expected)
    try store.recorder.expectValid()
    // The rest of the submissions is judged by the same rules. Nothing is left to change.
    request.onlyRejected = false
    request.importID = importID.map { _ in 2 }
    if importID != nil { _ = try store.recorder.replay(request) }
    #expect(try verdicts(store) == expected)
  }

  /// If a key is released while an import is unfinished, its record is accepted in the end.
  @Test(arguments: ["supersede", "purge", "replay"])
  func keysMayBeReleasedDuringAnImport(_ release: String) throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name\n1,n5\n2,n6\n", as: "a.csv")
    try store.write(
      "id,name\n" + (5...1_600).map { "\($0),n\($0)\n" }.joined(), to: "b.csv")
    var request = ImportRequest(path: store.path("b.csv"))
    (request.chunk, request.rules) = (1_000, VersionReference("people@1"))
    store.breakOff(request)
    #expect(try store.rows("SELECT submission FROM error") == ["3", "4"])
    switch release {
    case "supersede":
      _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1"), ("name", "other")]))
    case "purge":
      _ = try store.recorder.purge(PurgeRequest(.submissions([1]), by: "ana", reason: "because"))
    default:
      try store.apply(
        Self.definitions.replacing("[{unique: ever}]", with: "[{unique: ever}, {notIn: [n5]}]"))
      _ = try store.recorder.replay(ReplayRequest())
    }
    let report = try store.recorder.importFile(request)
    #expect((report.accepted, report.rejected) == (1_595, 1))
    #expect(try store.rows("SELECT submission FROM error_view WHERE import = 2") == ["4"])
    try store.recorder.expectValid()
  }

  /// A record stays rejected by equal rules if the record that it repeats was purged.
  @Test(arguments: ["unique", "{unique: ever}", "{unique: ever, needs: [id.range]}"])
  func purgedRecordsStillCount(_ rule: String) throws {
    let store = try TemporaryStore(
      PeopleDefinitions.yaml(
        rules: "fields:\n  id: [{range: {max: 9}}]\n  name: [\(rule)]\n"))
    try store.add("id,name\n1,A\n2,A\n3,B\n", as: "a.csv")
    try store.add("id,name\n4,B\n5,A\n", as: "b.csv")
    let before = try verdicts(store)
    _ = try store.recorder.purge(PurgeRequest(.submissions([1, 3]), by: "ana", reason: "because"))
    var request = ReplayRequest()
    for isFull in [false, true] {
      request.isFull = isFull
      let report = try store.recorder.replay(request)
      #expect((report.newlyAccepted, report.newlyRejected) == (0, 0))
    }
    #expect(try verdicts(store) == before)
    try expectRepetition(store)
  }
}
