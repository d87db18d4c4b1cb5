import FormInput
import Foundation

/// Reads another reader's records ahead, on a thread of its own, so that reading and judging take a
/// core each. Records and their order are the other reader's.
struct ReadAheadReader: RecordReader, ~Copyable {
  private(set) var header: [String]
  private(set) var notes: ReaderNotes

  private let filled = BatchQueue<Portion>(capacity: 4)
  private let empty = BatchQueue<RecordBatch>(capacity: 8, takesLast: true)
  private let limit = WeightLimit(1 << 20)
  private let base: Base
  /// The bytes that `read` gave last.
  private var given = 0

  /// What was read at once, with what the reader knew then.
  private struct Portion: Sendable {
    var records: RecordBatch
    var header: [String]
    var notes: ReaderNotes
  }

  /// Safe because only the thread uses it until the queue of portions has been closed.
  private final class Base: @unchecked Sendable {
    var reader: any RecordReader & ~Copyable
    var error: ReaderError?

    init(_ reader: consuming any RecordReader & ~Copyable) { self.reader = reader }
  }

  /// - Parameter cut: where batches end, whatever `read` is asked for.
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
    // Now, not when it is filled: a long record's memory is not for the queue.
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
