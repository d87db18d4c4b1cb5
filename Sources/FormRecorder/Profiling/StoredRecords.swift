import FormBytes
import FormInput
import FormRules
import FormStore

/// The stored submissions of one form whose verdicts are current, read import by import.
struct StoredRecords {
  let form: String
  private let store: Store
  private let ranges: [(importID: Int64, ids: ClosedRange<Int64>)]

  /// Some submissions of one import.
  struct Batch {
    var importID: Int64
    /// The names of the import's columns: the names of their fields, or their headers.
    var names: [String]
    var columns: [ImportColumn]
    var parsed: ParsedBatch
  }

  /// - Parameter selection: The submissions. It must name a form.
  init(_ selection: SubmissionSelection, _ store: Store) throws {
    guard let form = selection.form else {
      throw RecorderError(.usage, "a profile requires a single form; specify it")
    }
    (self.form, self.store) = (form, store)
    var ranges: [(importID: Int64, ids: ClosedRange<Int64>)] = []
    for segment in try store.verdictSegments(selection.filter(in: store)) {
      if let last = ranges.last, last.importID == segment.importID,
        last.ids.upperBound + 1 == segment.ids.lowerBound
      {
        ranges[ranges.count - 1].ids = last.ids.lowerBound...segment.ids.upperBound
      } else {
        ranges.append((segment.importID, segment.ids))
      }
    }
    self.ranges = ranges
  }

  /// Reads all submissions, in order.
  func forEachBatch(_ body: (Batch) throws -> Void) throws {
    let ahead = PipelineStage<ParsedBatch, RecorderError>(
      store, ranges.map(\.ids), onlyRejected: nil)
    var batch = Batch(importID: 0, names: [], columns: [], parsed: ParsedBatch())
    while try ahead.queue.next(&batch.parsed) {
      let importID = ranges[batch.parsed.range].importID
      if importID != batch.importID {
        batch.importID = importID
        batch.columns = try store.columns(ofImport: importID)
        batch.names = batch.columns.map { $0.field ?? $0.header }
      }
      try body(batch)
    }
  }

  /// Writes the records to an unnamed temporary file as CSV.
  ///
  /// - Parameter names: The columns of the file.
  func temporaryFile(_ names: [String]) throws -> UnnamedFile {
    let file = try UnnamedFile()
    var writer = DelimitedWriter()
    var bytes: [UInt8] = []
    for name in names { writer.append(name, to: &bytes) }
    writer.endRecord(to: &bytes)
    var columns: [Int?] = []
    var importID: Int64 = 0
    try forEachBatch { batch in
      if batch.importID != importID {
        importID = batch.importID
        // Compares bytes, because texts that look alike may differ.
        columns = names.map { name in
          batch.names.firstIndex { $0.utf8.elementsEqual(name.utf8) }
        }
      }
      let records = batch.parsed.records
      for record in records.records {
        let cells = records.cells(of: record)
        for column in columns {
          if let column, column < cells.count {
            writer.append(records.content(of: cells[cells.startIndex + column]), to: &bytes)
          } else {
            writer.appendEmpty(to: &bytes)
          }
        }
        writer.endRecord(to: &bytes)
      }
      try file.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.append(bytes)
    return file
  }
}
