import FormStore

/// Writes rows on a separate thread, because SQLite takes about as long to insert rows as it takes
/// to create them.
final class TableWriter {
  private let stage: PipelineStage<Part, RecorderError>

  /// Rows for one of the tables.
  private struct Part: ReusableBuffer {
    var rows = TableRows()
    var table = 0

    var weight: Int { rows.text.count }

    mutating func removeAll() { rows.removeText() }
  }

  init(_ output: OutputFile, _ shapes: [TableShape]) {
    let (temporaryPath, path) = (output.temporaryPath, output.path)
    stage = PipelineStage(buffers: 6, maximumWeight: 4 << 20) { queue throws(RecorderError) in
      try mappingErrors {
        let file = try ExportDatabase(temporaryPath, named: path)
        for shape in shapes { try file.create(shape) }
        var part = Part()
        while try queue.next(&part) { try file.append(part.rows, to: shapes[part.table]) }
        try file.close()
      }
    }
  }

  deinit {
    // The file must not be written after its owner has deleted it.
    stage.queue.close()
    _ = stage.queue.waitForEnd()
  }

  /// Queues rows for the table with an index, and replaces them with an empty buffer for the next
  /// rows. Waits while the queue is full.
  func append(_ rows: inout TableRows, to table: Int) throws(RecorderError) {
    if rows.count == 0 { return }
    guard var part = stage.queue.emptyBuffer() else { return try finish() }
    swap(&part.rows, &rows)
    part.table = table
    guard stage.queue.append(part) else { return try finish() }
  }

  /// Waits until all rows are written and the file is closed.
  func finish() throws(RecorderError) {
    stage.queue.close()
    if let error = stage.queue.waitForEnd() { throw error }
  }
}
