/// Reads records, a batch at a time.
package protocol RecordReader: ~Copyable, Sendable {
  /// The column names; empty for a file without a header. JSON readers append to it as they meet
  /// new keys, so a batch may know more columns than the one before.
  var header: [String] { get }

  /// What was found out so far.
  var notes: ReaderNotes { get }

  /// Refills `batch` with the next records, at most `maximumRecords` and about a block of bytes.
  ///
  /// - Returns: false at the end, with an empty batch.
  /// - Throws: `ReaderError` when reading cannot go on; the records before that place have been
  ///   delivered by earlier calls.
  mutating func read(into batch: inout RecordBatch, maximumRecords: Int) throws(ReaderError) -> Bool
}
