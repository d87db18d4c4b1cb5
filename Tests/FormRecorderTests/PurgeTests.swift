import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import Testing

/// Cells that are purged are gone, and nothing else is.
@Suite struct PurgeTests {
  private func purge(
    _ store: TemporaryStore, _ ids: [Int64]? = nil, before: Instant? = nil, isDryRun: Bool = false,
    _ change: (inout SubmissionSelection) -> Void = { _ in }
  ) throws -> PurgeReport {
    var selection = SubmissionSelection.all
    selection.submissions = ids
    change(&selection)
    var request = PurgeRequest(
      .selection(selection, before: before), reason: "erasure", by: "ana")
    request.isDryRun = isDryRun
    return try store.recorder.purge(request)
  }

  /// Whether some bytes are in a file of the store.
  private func holds(_ store: TemporaryStore, _ text: String) -> Bool {
    ["", "-wal", "-shm"].contains { end in
      let path = store.path("store.sqlite\(end)")
      guard let data = FileManager.default.contents(atPath: path) else { return false }
      return data.range(of: Data(text.utf8)) != nil
    }
  }

  @Test func nothingOfItIsLeftInTheFile() throws {
    let store = try TemporaryStore(
      "key: [id]\n" + TemporaryStore.definitions)
    // Long cells stand on pages of their own, and records that are not whole in another table.
    var text = "id,name,email\n"
    for id in 1...3_000 {
      let filler = String(repeating: "x", count: id % 700 == 0 ? 20_000 : id % 60)
      text += "\(id),secret\(id)name\(filler)end\(id),a@b.de\n"
    }
    text += "3001,broken3001,a@b.de,more\n"
    try store.add(text)
    var submission = SubmitRequest(fields: [("id", "9000"), ("name", "single9000")])
    submission.idempotencyKey = "k"
    _ = try store.recorder.submit(submission)
    let gone = Array(Int64(600)...1_500) + [3_001, 3_002]
    #expect(try purge(store, gone).submissions == gone.count)
    for id in [600, 700, 701, 1_400, 1_500] {
      #expect(!holds(store, "secret\(id)name"), "\(id)")
      #expect(!holds(store, "end\(id)\""), "\(id)")
    }
    #expect(!holds(store, "broken3001"))
    #expect(!holds(store, "single9000"))
    for id in [1, 599, 1_501, 2_800, 3_000] {
      #expect(holds(store, "secret\(id)name"), "\(id)")
    }
    #expect(try store.recorder.verify().isOK)
    let total = try store.recorder.audit(.all).total
    #expect(total.submissions == 3_002)
    #expect(total.open + total.purged == total.rejected)
  }

  @Test func selectionsAreByAgeAndOrigin() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n", as: "a.csv", source: "north")
    try store.add("id,name,email\n2,b,a@b.de\n3,c,a@b.de\n", as: "b.csv", source: "south")
    let second = try #require(try store.rows("SELECT started_at FROM import WHERE id = 2").first)
    #expect(
      try purge(store, before: .init(text: second), isDryRun: true).submissions == 1)
    #expect(try purge(store) { $0.source = "south" }.submissions == 2)
    #expect(try purge(store) { $0.form = "people" }.submissions == 1)
    #expect(try purge(store) { $0.form = "people" }.purgedBefore == 3)
    #expect(try store.rows("SELECT count(*) FROM submission_view WHERE purged") == ["3"])
    #expect(throws: RecorderError.self) { try purge(store) { $0.source = "west" } }
    #expect(throws: RecorderError.self) { try purge(store, [4]) }
  }

  /// An empty list of submissions means none of them, never all.
  @Test func anEmptyListPurgesNothing() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n")
    #expect(try purge(store, []).submissions == 0)
    #expect(try purge(store) { $0 = .submissions([]) }.submissions == 0)
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    #expect(try purge(store) { $0 = .all }.submissions == 1)
  }

  /// What a purge would not look at must not widen it without a word.
  @Test func rulesAndRunsChooseNothing() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n200,a,a@b.de\n1,a,a@b.de\n")
    #expect(throws: RecorderError.self) { try purge(store) { $0.rule = "id.range" } }
    #expect(throws: RecorderError.self) { try purge(store) { $0.run = 1 } }
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
  }

  /// What is to be deleted is verified first: a purge must not seal what somebody altered.
  @Test func anAlteredBlockIsNotSealedAnew() throws {
    let store = try TemporaryStore()
    try store.add("id,name,email\n1,a,a@b.de\n2,b,a@b.de\n")
    try store.tamper("UPDATE submission SET cells = '[\"7\",\"a\",\"a@b.de\"]' WHERE id = 1")
    #expect(throws: RecorderError.self) { try purge(store, [2]) }
    #expect(try store.rows("SELECT count(*) FROM purge") == ["0"])
    #expect(holds(store, "a@b.de"))
  }

  /// The key of a purged submission is free for others under `unique: ever`.
  @Test func claimsAreReleased() throws {
    let store = try TemporaryStore(
      TemporaryStore.definitions.replacing("    - range: {max: 100}", with: "    - unique: ever"))
    try store.add("id,name,email\n1,a,a@b.de\n", as: "a.csv")
    #expect(try store.add("id,name,email\n1,b,a@b.de\n", as: "b.csv").rejected == 1)
    _ = try purge(store, [1])
    #expect(try store.add("id,name,email\n1,c,a@b.de\n", as: "c.csv").rejected == 0)
    #expect(try store.recorder.verify().isOK)
  }
}
