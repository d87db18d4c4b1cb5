import FormInput
import Foundation

/// Reads another reader's records ahead on a separate thread, so that reading and judging use one
/// core each. The records and their order are unchanged.
struct ReadAheadReader: RecordReader, ~Copyable {
  private(set) var header: [String]
  private(set) var notes: ReaderNotes

  private let filled = BatchQueue<Portion>(capacity: 4)
  private let empty = BatchQueue<RecordBatch>(capacity: 8, takesLast: true)
  private let limit = WeightLimit(1 << 20)
  private let base: Base
  /// The number of bytes that `read` returned last.
  private var given = 0

  /// One portion of records with the reader's state at that time.
  private struct Portion: Sendable {
    var records: RecordBatch
    var header: [String]
    var notes: ReaderNotes
  }

  /// Safe because only the reading thread uses it until the queue of portions is closed.
  private final class Base: @unchecked Sendable {
    var reader: any RecordReader & ~Copyable
    var error: ReaderError?

    init(_ reader: consuming any RecordReader & ~Copyable) { self.reader = reader }
  }

  /// - Parameter cut: The positions at which batches end, regardless of the limit passed to `read`.
  init(_ reader: consuming any RecordReader & ~Copyable, _ cut: BatchCut = BatchCut()) {
    header = reader.header
    notes = reader.notes
    base = Base(reader)
    for _ in 0..<4 { _ = empty.put(RecordBatch()) }
    let (filled, empty, limit, base) = (filled, empty, limit, base)
    Thread {
      defer { filled.close() }
      do throws(ReaderError) {
        var read = 0
        while var records = empty.take(), limit.waitForRoom() {
          let room = cut.room(after: read)
          guard try base.reader.read(into: &records, maximumRecords: room) else { return }
          read += records.records.count
          let portion = Portion(
            records: records, header: base.reader.header, notes: base.reader.notes)
          limit.add(records.bytes.count)
          guard filled.put(portion) else { return }
        }
      } catch {
        base.error = error
      }
    }.start()
  }

  deinit {
    filled.close()
    empty.close()
    limit.close()
  }

  mutating func read(
    into batch: inout RecordBatch, maximumRecords: Int
  ) throws(ReaderError) -> Bool {
    // Empty it now and not when it is refilled, so that the memory of a long record does not stay
    // in the queue.
    batch.removeAll()
    limit.remove(given)
    given = 0
    guard let portion = filled.take() else {
      notes = base.reader.notes
      if let error = base.error { throw error }
      return false
    }
    var records = portion.records
    swap(&batch, &records)
    given = batch.bytes.count
    _ = empty.put(records)
    header = portion.header
    notes = portion.notes
    return true
  }
}
