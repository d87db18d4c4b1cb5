import FormRecorderTestSupport
import FormTestSupport
import Testing

@testable import FormRecorder

/// Records that are delivered again unchanged are stored with the cells of the earlier delivery.
@Suite struct SharedCellTests {
  private func lines(_ ids: some Sequence<Int>, changed: Set<Int> = []) -> String {
    "id,name\n" + ids.map { "\($0),\(changed.contains($0) ? "new" : "old") \($0 % 7)\n" }.joined()
  }

  private func store(_ deliveries: [String]) throws -> TemporaryStore {
    let store = try TemporaryStore("key: [id]\n" + TemporaryStore.definitions)
    for (index, delivery) in deliveries.enumerated() {
      try store.add(delivery, as: "\(index).csv")
    }
    return store
  }

  /// The number of submissions of an import with cells of their own.
  private func ownCells(_ store: TemporaryStore, import importID: Int) throws -> Int {
    try store.rows(
      """
      SELECT s.id FROM span p JOIN submission s
        ON s.id BETWEEN p.first_submission AND p.last_submission
      WHERE p.import = \(importID) AND s.cells IS NOT NULL
      """
    ).count
  }

  /// The content of an import as a file.
  private func content(_ store: TemporaryStore, import importID: Int) throws -> String {
    let rows = try store.rows(
      "SELECT id || ',' || name FROM form_people WHERE _import = \(importID) ORDER BY _submission")
    return "id,name\n" + rows.map { $0 + "\n" }.joined()
  }

  private func purge(_ store: TemporaryStore, _ ids: [Int64]) throws {
    var selection = SubmissionSelection.all
    selection.submissions = ids
    let request = PurgeRequest(.selection(selection, before: nil), by: "ana", reason: "erasure")
    #expect(try store.recorder.purge(request).submissions == ids.count)
  }

  struct Delivery: CustomTestStringConvertible {
    var name: String
    var ids: [Int]
    var changed: Set<Int> = []
    /// The number of records with cells of their own: those that changed, and some beside those
    /// that were moved.
    var ownCells: ClosedRange<Int>

    var testDescription: String { name }
  }

  private static let all = Array(1...9_000)

  static let deliveries = [
    Delivery(name: "unchanged", ids: all, ownCells: 0...0),
    Delivery(name: "few changes", ids: all, changed: [1, 50, 51, 52, 8_999], ownCells: 5...5),
    Delivery(name: "many changes", ids: all, changed: Set(100...3_000), ownCells: 2_901...2_901),
    Delivery(
      name: "every other one changed", ids: all, changed: Set(all.filter { $0 % 2 == 0 }),
      ownCells: 4_500...4_500),
    Delivery(name: "added", ids: [9_001] + all + [9_002], ownCells: 2...4),
    Delivery(
      name: "added in between", ids: Array(1...99) + [9_001] + Array(100...9_000),
      ownCells: 1...1),
    Delivery(
      name: "many added", ids: Array(1...99) + Array(9_001...10_000) + Array(100...9_000),
      ownCells: 1_000...1_001),
    Delivery(name: "removed", ids: Array(2...99) + Array(101...9_000), ownCells: 0...0),
    Delivery(name: "many removed", ids: Array(1...99) + Array(8_000...9_000), ownCells: 0...5),
    Delivery(name: "the first ones removed", ids: Array(8_000...9_000), ownCells: 0...0),
    Delivery(name: "moved", ids: Array(2...9_000) + [1], ownCells: 0...1),
    Delivery(name: "reversed", ids: all.reversed(), ownCells: 0...9_000),
    Delivery(name: "new", ids: Array(10_000...19_000), ownCells: 9_001...9_001),
  ]

  /// A store with the first delivery.
  private static let delivered = Result { try Self().store([Self().lines(all)]).contents() }

  @Test(arguments: deliveries) func unchangedRecordsAreStoredOnce(_ delivery: Delivery) throws {
    let second = lines(delivery.ids, changed: delivery.changed)
    let store = try TemporaryStore(Self.delivered.get())
    try store.add(second, as: "1.csv")
    #expect(try delivery.ownCells.contains(ownCells(store, import: 2)), "\(delivery.name)")
    #expect(try content(store, import: 2) == second)
    try store.recorder.expectValid()
  }

  /// Records of several kilobytes are read ahead in smaller numbers.
  @Test func longRecordsShareTheirCells() throws {
    let text = String(repeating: "x", count: 5_000)
    func lines(changed: Int) -> String {
      "id,name\n" + (1...1_000).map { "\($0),\(text)\($0 == changed ? "new" : "")\n" }.joined()
    }
    let store = try store([lines(changed: 0), lines(changed: 500)])
    #expect(try ownCells(store, import: 2) == 1)
    #expect(try content(store, import: 2) == lines(changed: 500))
    try store.recorder.expectValid()
  }

  /// Cells cannot be replaced by those of other submissions, or by none.
  @Test(arguments: [
    "cells_of = id", "cells_of = 999", "cells_of = 5", "cells_of = 4", "cells = '[]'",
  ])
  func cellsAreAppendOnly(_ change: String) throws {
    let store = try store([lines(1...3), lines(1...3)])
    let cells = change.hasPrefix("cells_of") ? "cells = NULL, " : "cells_of = NULL, "
    #expect(throws: (any Error).self) {
      try store.execute("UPDATE submission SET \(cells)\(change) WHERE id = 3")
    }
    try store.recorder.expectValid()
  }

  /// Cells that nothing contains any more are deleted, others are moved.
  @Test func purgeMovesSharedCells() throws {
    let file = lines(1...3)
    let store = try store([file, file, file])
    let backup = store.path("backup.sqlite")
    _ = try store.recorder.backUp(to: backup)
    func cells() throws -> [String] {
      try store.rows("SELECT coalesce(cells, cells_of) FROM submission WHERE id IN (1, 4, 7)")
    }
    #expect(try cells() == [#"["1","old 1"]"#, "1", "1"])
    try purge(store, [1])
    #expect(try cells() == ["[]", #"["1","old 1"]"#, "4"])
    #expect(try content(store, import: 3) == file)
    try store.recorder.expectValid()
    #expect(try store.recorder.compareRows(withCopy: backup).differences.isEmpty)
    try purge(store, [4, 7])
    #expect(try cells() == ["[]", "[]", "[]"])
    try store.recorder.expectValid()
  }

  /// A purge while an import is interrupted takes the cells with which it would share its own.
  @Test func purgeBetweenPartsLosesNothing() throws {
    let file = lines(1...3_000)
    let store = try store([file])
    let again = file + "\n"
    try store.write(again, to: "again.csv")
    var request = ImportRequest(path: store.path("again.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    try purge(store, [1, 2, 999, 1_000, 1_001, 1_500, 3_000])
    _ = try store.recorder.importFile(request)
    #expect(try content(store, import: 2) == file)
    try store.recorder.expectValid()
  }

  /// Three regions deliver files of one form, which are compared with their own last ones.
  @Test func deliveriesInTurnShareTheirCells() throws {
    let files = [lines(1...500), lines(501...1_000), lines(1_001...1_500)]
    let store = try store(files + files.map { $0.replacing("old 3", with: "new 3") })
    for importID in 4...6 {
      #expect(try ownCells(store, import: importID) < 100)
      #expect(
        try content(store, import: importID)
          == files[importID - 4].replacing("old 3", with: "new 3"))
    }
    try store.recorder.expectValid()
  }
}
