import FormQueries
import FormRecorderTestSupport
import FormStore
import Testing

/// Batches of stored submissions with their errors.
@Suite struct SubmissionReaderTests {
  /// Every submission is read once, with its errors, however few errors a batch may have. 18 is
  /// more than the first query of a batch reads.
  @Test(arguments: [SubmissionScope.all, .rejected], [1, 3, 18])
  func batchesEndAfterAMaximumOfErrors(_ scope: SubmissionScope, _ maximum: Int) throws {
    let store = try TemporaryStore()
    let records = "id,name,email\n" + (101...120).map { "\($0),Ana,\n" }.joined()
    for name in ["a.csv", "b.csv"] { try store.add(records, as: name) }
    let opened = try store.recorder.storeForReading()
    let segments = try SubmissionSelection.all.verdictSegments(in: opened)
    let runs = Set(segments.map(\.runID))
    #expect(runs.count == 2)
    var reader = SubmissionReader(segments, scope)
    reader.maximumErrors = maximum
    var batch = SubmissionBatch()
    var ids: [Int64] = []
    while try reader.read(opened, into: &batch) {
      // The maximum applies to each run.
      #expect(batch.rows.count <= maximum * runs.count)
      #expect(batch.segmentOfRow.count == batch.rows.count)
      for (row, id) in batch.rows.ids.enumerated() {
        #expect(batch.errors(row).map(\.submission) == [id])
      }
      ids += batch.rows.ids
    }
    #expect(ids == Array(1...40))
  }

  /// A batch ends after 1 MiB of malformed records, although they have no cells, and its weight
  /// contains them.
  @Test(arguments: [SubmissionScope.all, .rejected])
  func batchesEndAfterAMebibyteOfMalformedRecords(_ scope: SubmissionScope) throws {
    let store = try TemporaryStore()
    let size = 600_000
    let malformed = "\"\"" + String(repeating: "x", count: size) + "\n"
    try store.add("id,name,email\n1,Ana,\n" + String(repeating: malformed, count: 5))
    let opened = try store.recorder.storeForReading()
    var reader = SubmissionReader(try SubmissionSelection.all.verdictSegments(in: opened), scope)
    var batch = ExportBatch()
    var ids: [[Int64]] = []
    while try batch.read(&reader, from: opened) {
      ids.append(batch.submissions.rows.ids)
      #expect((1...2).contains(batch.malformed.count))
      #expect(batch.weight >= batch.malformed.count * size)
      batch.removeAll()
    }
    let first: [Int64] = scope == .all ? [1, 2, 3] : [2, 3]
    #expect(ids == [first, [4, 5], [6]])
  }
}
