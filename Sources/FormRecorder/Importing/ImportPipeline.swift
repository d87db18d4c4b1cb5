import FormCSV
import FormRules
import FormStore
import Foundation

/// Reads and judges on a thread of its own, and hands prepared batches over in order.
///
/// Batches end where blocks and chunks end, so that what is stored does not depend on scheduling.
final class ImportPipeline {
  /// What the thread leaves behind when it ends; to be looked at after the last batch only.
  final class Outcome: @unchecked Sendable {
    var preparer: BatchPreparer
    var stream: RecordStream
    var error: RecorderError?

    init(_ stream: RecordStream, _ preparer: BatchPreparer) {
      self.stream = stream
      self.preparer = preparer
    }
  }

  let outcome: Outcome
  private let filled: BatchQueue<PreparedBatch>
  private let empty: BatchQueue<PreparedBatch>
  private var isStarted = false
  private let chunk: Int
  private let already: Int

  /// - Parameters:
  ///   - chunk: a batch never goes over a multiple of so many records.
  ///   - already: a batch never goes over the end of so many records, which are stored already.
  init(_ stream: RecordStream, _ preparer: BatchPreparer, chunk: Int, already: Int = 0) {
    outcome = Outcome(stream, preparer)
    self.chunk = chunk
    self.already = already
    // Enough to cover the stall of a commit, few enough for memory.
    let depth = 16
    filled = BatchQueue(capacity: depth)
    empty = BatchQueue(capacity: depth + 2)
    for _ in 0..<depth { _ = empty.put(PreparedBatch()) }
  }

  /// The next batch, or nil at the end; then `outcome` says how it ended.
  func next() -> PreparedBatch? {
    if !isStarted { start() }
    return filled.take()
  }

  /// Gives a batch's memory back.
  func recycle(_ batch: PreparedBatch) { _ = empty.put(batch) }

  /// Ends reading early.
  func stop() {
    filled.close()
    empty.close()
  }

  private func start() {
    isStarted = true
    let (outcome, filled, empty) = (outcome, filled, empty)
    let (chunk, already) = (chunk, already)
    let thread = Thread {
      defer { filled.close() }
      do throws(RecorderError) {
        var read = 0
        while let batch = empty.take() {
          var room = min(outcome.preparer.roomInBlock, chunk - (read - already) % chunk)
          if read < already { room = min(outcome.preparer.roomInBlock, already - read) }
          guard try outcome.stream.next(atMost: room) else { return }
          outcome.preparer.fill(batch, from: outcome.stream)
          read += batch.count
          guard filled.put(batch) else { return }
        }
      } catch {
        outcome.error = error
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
