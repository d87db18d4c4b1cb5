import FormRecorderTestSupport
import FormRules
import FormStore
import FormTestSupport
import Foundation
import Testing

@testable import FormRecorder

/// Purged keys leave no trace, unfinished imports have no sorted tables, and the number of sorted
/// tables is small.
@Suite struct StoredKeyTests {
  private static let definitions =
    "key: [id]\n"
    + TemporaryStore.definitions.replacing("    - range: {max: 100}", with: "    - unique: ever")

  private static func lines(_ ids: ClosedRange<Int>, _ name: String) -> String {
    "id,name,email\n" + ids.map { "\($0),\(name),a@b.de\n" }.joined()
  }

  /// The bytes of the database and its WAL.
  private static func bytes(_ store: TemporaryStore) throws -> Data {
    var bytes = Data()
    for suffix in ["", "-wal"] {
      let path = store.recorder.database + suffix
      if FileManager.default.fileExists(atPath: path) {
        bytes += try Data(contentsOf: URL(fileURLWithPath: path))
      }
    }
    return bytes
  }

  /// A page stores each hash unchanged. A block stores its distance from the first hash, and the
  /// submission.
  @Test func purgeLeavesNoHash() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.lines(1...300, "a"), as: "a.csv")
    try store.add(Self.lines(200...400, "b"), as: "b.csv")
    let pages = try store.rows("SELECT hex(keys) FROM key_page ORDER BY id")
    #expect(pages.count == 2)
    let traces = pages.flatMap { page -> [Data] in
      // All hashes, which are 8 bytes each and follow the bits of the page.
      let bits = page == pages[0] ? 83 : 125
      let bytes = Self.data(page)
      return stride(from: bits, to: bytes.count - 7, by: 8).map { bytes[$0..<($0 + 8)] }
    }
    let before = try Self.bytes(store)
    #expect(traces.contains { before.contains(bytes: $0) })
    let ids = (1...501).map(Int64.init)
    _ = try store.recorder.purge(
      PurgeRequest(.submissions(ids), by: "ana", reason: "erasure"))
    let after = try Self.bytes(store)
    #expect(!traces.contains { after.contains(bytes: $0) })
    #expect(try store.rows("SELECT count(*) FROM key_block") == ["0"])
    try store.recorder.expectValid()
  }

  /// A purge removes only the keys of purged submissions, even from blocks that contain other keys.
  @Test func purgeRemovesSomeKeysOfABlock() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add(Self.lines(1...300, "a"), as: "a.csv")
    let before = try store.rows("SELECT hex(keys) FROM key_block ORDER BY id")
    _ = try store.recorder.purge(
      PurgeRequest(.submissions([7, 8, 250]), by: "ana", reason: "erasure"))
    #expect(try store.rows("SELECT keys FROM sorted_table") == ["297", "297"])
    try store.recorder.expectValid()
    let after = try store.rows("SELECT hex(keys) FROM key_block ORDER BY id")
    let bytes = try Self.bytes(store)
    for (old, new) in zip(before, after) {
      let gone = Self.hashes(Self.data(old)).subtracting(Self.hashes(Self.data(new)))
      #expect(!gone.isEmpty)
      #expect(!gone.contains { bytes.contains(bytes: $0) })
    }
    let again = try store.add(Self.lines(1...300, "b"), as: "b.csv")
    #expect((again.rejected, again.deliveries?.new) == (0, 3))
    try store.recorder.expectValid()
  }

  /// The packed hashes of a block.
  private static func hashes(_ block: Data) -> Set<Data> {
    let (size, count) = (Int(block[0]), Int(block[8]) + Int(block[9]) << 8)
    return Set((0..<count).map { block.dropFirst(10 + size * $0).prefix(size) })
  }

  private static func data(_ hex: String) -> Data {
    var data = Data()
    var rest = hex[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      data.append(byte)
      rest = rest.dropFirst(2)
    }
    return data
  }

  /// An import that was interrupted between two chunks has only pages. When it finishes, it has one
  /// sorted table for each list.
  @Test func interruptedImportHasNoSortedTable() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.write(Self.lines(1...2_500, "a"), to: "a.csv")
    var request = ImportRequest(path: store.path("a.csv"))
    request.chunk = 1_000
    store.breakOff(request)
    #expect(try store.rows("SELECT count(*) FROM sorted_table") == ["0"])
    #expect(try store.rows("SELECT count(*) > 0 FROM key_page") == ["1"])
    try store.recorder.expectValid()
    _ = try store.recorder.importFile(request)
    #expect(try store.rows("SELECT keys FROM sorted_table") == ["2500", "2500"])
    try store.recorder.expectValid()
    #expect(try store.add(Self.lines(2_000...3_000, "b"), as: "b.csv").rejected == 0)
    #expect(
      try store.rows("SELECT former, sum(keys) FROM sorted_table GROUP BY 1") == [
        "0|6000", "1|501",
      ])
    try store.recorder.expectValid()
  }

  /// The index of keys finds the same submissions as a full scan: keys in another notation, and
  /// submissions that are superseded, malformed, or of unfinished and discarded imports.
  @Test func indexFindsTheSameAsAFullScan() throws {
    let store = try TemporaryStore(Self.definitions)
    try store.add("id,name,email\n1,a,a@b.de\n2,b,a@b.de\n", as: "a.csv")
    try store.add("id,name,email\n0001,c,a@b.de\n3,d,a@b.de\n1,\"x\n", as: "b.csv")
    _ = try store.recorder.submit(SubmissionRequest(fields: [("id", "1"), ("name", "s")]))
    for (number, name) in ["c", "d"].enumerated() {
      try store.write(Self.lines(1...1_200, name), to: "\(name).csv")
      var request = ImportRequest(path: store.path("\(name).csv"))
      request.chunk = 1_000
      store.breakOff(request)
      if number == 0 { _ = try store.recorder.discard(4, by: "ana", reason: "wrong") }
    }
    func found(_ value: String) throws -> [Int64] {
      try store.recorder.find(RecordSearch(form: "people", [.init(field: "id", value: value)]))
        .map(\.submissionID)
    }
    let ones = try found("1")
    #expect(ones.prefix(4) == [1, 3, 5, 6] && ones.count == 6)
    #expect(try found("01") == ones.filter { $0 != 5 })
    #expect(try found("2").count == 3)
    #expect(try found("9999").isEmpty)
    // If a later version changes the type, all submissions are scanned.
    try store.apply(
      Self.definitions.replacing(
        "{name: id, type: integer, required: true}", with: "{name: id, type: text}"))
    #expect(try found("1") == ones)
  }

  /// Many small imports and submissions, with repeated deliveries of records.
  @Test func smallImportsLeaveFewSortedTables() throws {
    let store = try TemporaryStore(Self.definitions)
    for number in 0..<12 {
      try store.add(Self.lines((number * 5)...(number * 5 + 20), "n\(number)"), as: "\(number).csv")
      _ = try store.recorder.submit(
        SubmissionRequest(fields: [("id", "\(number)"), ("name", "s"), ("email", "a@b.de")]))
    }
    let most = try store.rows(
      "SELECT max(n) FROM (SELECT count(*) n FROM sorted_table GROUP BY list, former)")
    #expect(Int(most[0]) ?? 99 <= 3)
    #expect(try store.rows("SELECT count(*) FROM form_people WHERE _state = 'current'") == ["76"])
    try store.recorder.expectValid()
  }
}
