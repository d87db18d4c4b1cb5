import FormInput
import FormStore

/// Records with the same columns that a dry run would store, read like stored ones.
struct UnstoredRecords {
  let columns: [ImportColumn]
  private(set) var parsed = ParsedBatch()

  init(columns: [ImportColumn]) { self.columns = columns }

  /// - Parameters:
  ///   - cells: The cells as a JSON array.
  ///   - id: The id of the record in `parsed`.
  mutating func append(_ cells: Span<UInt8>, as id: Int64) throws(RecorderError) {
    try parsed.records.appendCells(cells, of: id)
    parsed.judgedIDs.append(id)
  }
}
