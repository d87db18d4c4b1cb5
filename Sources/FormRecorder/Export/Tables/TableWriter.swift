import FormStore
import Foundation

/// Writes rows on a separate thread, because SQLite takes about as long to insert rows as it takes
/// to create them.
final class TableWriter {
  private let filled = BatchQueue<(table: Int, rows: TableRows)>(capacity: 4)
  private let empty = BatchQueue<TableRows>(capacity: 16)
  private let limit = WeightLimit(4 << 20)
  private let ended = BatchQueue<Bool>(capacity: 1)
  private let outcome = Outcome()

  /// Safe because it is read only after the thread has ended.
  private final class Outcome: @unchecked Sendable {
    var error: RecorderError?
  }

  init(_ output: OutputFile, _ shapes: [TableShape]) {
    let (temporaryPath, path) = (output.temporaryPath, output.path)
    let (filled, empty, limit, ended, outcome) = (filled, empty, limit, ended, outcome)
    for _ in 0..<6 { _ = empty.put(TableRows()) }
    Thread {
      defer { ended.close() }
      do {
        let file = try TableFile(temporaryPath, named: path)
        for shape in shapes { try file.create(shape) }
        while var next = filled.take() {
          try file.append(next.rows, to: shapes[next.table])
          let bytes = next.rows.text.count
          next.rows.removeText()
          limit.remove(bytes)
          _ = empty.put(next.rows)
        }
        try file.close()
      } catch {
        outcome.error = RecorderError(error)
        filled.close()
        empty.close()
        limit.close()
      }
    }.start()
  }

  deinit {
    filled.close()
    empty.close()
    limit.close()
    _ = ended.take()
  }

  /// Queues rows for the table with an index, and replaces them with an empty buffer for the next
  /// rows.
  func append(_ rows: inout TableRows, to table: Int) throws(RecorderError) {
    if rows.count == 0 { return }
    limit.add(rows.text.count)
    guard let next = empty.take(), filled.put((table, rows)) else { return try finish() }
    rows = next
    // Waits until the queue has room for the next rows.
    guard limit.waitForRoom() else { return try finish() }
  }

  /// Waits until all rows are written and the file is closed.
  func finish() throws(RecorderError) {
    filled.close()
    _ = ended.take()
    if let error = outcome.error { throw error }
  }
}
