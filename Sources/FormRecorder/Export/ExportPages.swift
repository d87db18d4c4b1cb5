import FormInput
import FormStore
import Foundation

/// Submissions of one segment, read and taken apart, ready to be written.
struct ExportPage: Sendable {
  /// Which of the segments they are of.
  var segment = 0
  var rows = StoredRows()
  var records = RecordBatch()
  /// The errors of the segment's run at them, in order of submission and rule.
  var errors: [StoredError] = []
  /// The bytes of malformed records among them.
  var malformed: [Int64: [UInt8]] = [:]

  /// About what it holds.
  fileprivate var weight: Int { rows.text.count + records.bytes.count }

  fileprivate mutating func removeAll() {
    rows.removeAll()
    records.removeAll()
    errors.removeAll(keepingCapacity: true)
    malformed = [:]
  }

  /// Takes the rows apart.
  fileprivate mutating func takeApart(_ store: Store) throws {
    guard let first = rows.ids.first, let last = rows.ids.last else { return }
    if errors.contains(where: { $0.rule == 0 }) { malformed = try store.malformed(first...last) }
    let text = rows.text
    for row in 0..<rows.count {
      do {
        try StoredCells.append(text.span.extracting(rows.range(row)), to: &records)
      } catch {
        throw RecorderError.damagedCells(of: rows.ids[row])
      }
    }
  }
}

/// Reads submissions ahead, on a thread and connection of its own, while others are written.
final class ExportPages {
  /// A segment, and the rule whose failures alone are wanted.
  struct Part: Sendable {
    var segment: VerdictSegment
    var rule: FailedRule?
  }

  private let filled = BatchQueue<ExportPage>(capacity: 4)
  private let empty = BatchQueue<ExportPage>(capacity: 8)
  private let limit = WeightLimit(4 << 20)
  private let outcome = Outcome()

  /// Safe because it is looked at only when the queue has been closed.
  private final class Outcome: @unchecked Sendable {
    var error: (any Error)?
  }

  /// - Parameters:
  ///   - path: the database.
  ///   - parts: read one after the other; a nil is left out. A page is of one of them.
  init(_ path: String, _ parts: [Part?], _ choice: VerdictChoice) {
    for _ in 0..<3 { _ = empty.put(ExportPage()) }
    let (filled, empty, limit, outcome) = (filled, empty, limit, outcome)
    let thread = Thread {
      defer { filled.close() }
      do {
        let store = try Store(readingAt: path)
        for (index, part) in parts.enumerated() {
          guard let part else { continue }
          var after = part.segment.ids.lowerBound - 1
          while true {
            guard limit.waitForRoom(), var page = empty.take() else { return }
            page.segment = index
            page.errors = try store.readJudged(
              part.segment, choice, rule: part.rule, after: after, limit: 1_000,
              maximumBytes: 1 << 20, into: &page.rows)
            guard let last = page.rows.ids.last else {
              _ = empty.put(page)
              break
            }
            after = last
            try page.takeApart(store)
            limit.add(page.weight)
            guard filled.put(page) else { return }
          }
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
