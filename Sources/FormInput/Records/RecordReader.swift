/// Reads records in batches.
package protocol RecordReader: ~Copyable, Sendable {
  /// The column names, or none for a file without a header.
  ///
  /// JSON readers append new keys as they occur, so a batch may have more columns than the previous
  /// one.
  var header: [String] { get }

  /// The properties detected so far.
  var detected: DetectedProperties { get }

  /// Refills `batch` with the next records, at most `maximumRecords` and about one block of bytes.
  ///
  /// - Returns: False at the end, with an empty batch.
  /// - Throws: `ReaderError` if reading cannot continue. Earlier calls have returned the preceding
  ///   records.
  mutating func read(into batch: inout RecordBatch, maximumRecords: Int) throws(ReaderError) -> Bool
}
