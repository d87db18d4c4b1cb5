import FormInput
import FormStore
import Foundation

/// Submissions that are ready to be written.
struct ExportPage: Sendable {
  var judged = JudgedPage()
  /// Their cells, if records are written.
  var records = RecordBatch()
  /// The bytes of malformed records among them.
  var malformed: [Int64: [UInt8]] = [:]

  /// About what it holds.
  fileprivate var weight: Int { judged.rows.text.count + records.bytes.count }

  fileprivate mutating func removeAll() {
    judged.removeAll()
    records.removeAll()
    malformed = [:]
  }

  /// Takes the rows apart.
  fileprivate mutating func takeApart(_ store: Store) throws {
    if judged.hasMalformed { malformed = try store.malformed(judged.ids) }
    for row in 0..<judged.rows.count { try judged.rows.appendCells(row, to: &records) }
  }
}

extension StoredRows {
  /// Appends a row's cells as a record.
  func appendCells(_ row: Int, to records: inout RecordBatch) throws(RecorderError) {
    do {
      try StoredCells.append(
        text.span.extracting(range(row)), line: Int(lines[row]), to: &records)
    } catch {
      throw .damagedCells(of: ids[row])
    }
  }
}

/// Reads submissions ahead, on a thread and connection of its own, while others are written.
final class ExportPages {
  private let filled = BatchQueue<ExportPage>(capacity: 4)
  private let empty = BatchQueue<ExportPage>(capacity: 8)
  private let limit = WeightLimit(4 << 20)
  private let outcome = Outcome()

  /// Safe because it is looked at only when the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: (any Error)?
  }

  /// - Parameter path: the database.
  init(_ path: String, _ pages: JudgedPages) {
    for _ in 0..<3 { _ = empty.put(ExportPage()) }
    let (filled, empty, limit, outcome) = (filled, empty, limit, outcome)
    let thread = Thread {
      defer { filled.close() }
      do {
        let store = try Store(readingAt: path)
        var pages = pages
        while limit.waitForRoom(), var page = empty.take(),
          try pages.read(store, into: &page.judged)
        {
          try page.takeApart(store)
          limit.add(page.weight)
          guard filled.put(page) else { return }
        }
      } catch {
        outcome.error = error
      }
    }
    thread.start()
  }

  deinit {
    filled.close()
    empty.close()
    limit.close()
  }

  /// Exchanges a page that is done with for the next one; false at the end.
  func next(_ page: inout ExportPage) throws -> Bool {
    limit.remove(page.weight)
    page.removeAll()
    _ = empty.put(page)
    page = ExportPage()
    if let next = filled.take() {
      page = next
      return true
    }
    if let error = outcome.error { throw error }
    return false
  }
}
