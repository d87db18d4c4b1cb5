import FormCSV
import FormRules
import FormStore
import Foundation

/// Judges on a thread of its own, and hands prepared batches over in order. Their records are read
/// on another one: see `ReadAheadReader`.
final class ImportPipeline {
  /// What the thread leaves behind when it ends; to be looked at after the last batch only.
  final class Outcome: @unchecked Sendable {
    var preparer: BatchPreparer
    var stream: RecordStream
    /// What has come since the last full block.
    var hasher = BlockHasher()
    var error: RecorderError?

    init(_ stream: RecordStream, _ preparer: BatchPreparer) {
      self.stream = stream
      self.preparer = preparer
    }

    func hash(_ batch: PreparedBatch) {
      hasher.update(batch)
      batch.partialDigest = hasher.digest
      batch.blockDigest = hasher.takeFullBlock()
    }
  }

  let outcome: Outcome
  private let filled: BatchQueue<PreparedBatch>
  private let empty: BatchQueue<PreparedBatch>
  private var isStarted = false
  private let hashes: Bool

  /// - Parameter hashes: whether batches get the digests that the store wants.
  init(_ stream: RecordStream, _ preparer: BatchPreparer, hashes: Bool) {
    outcome = Outcome(stream, preparer)
    self.hashes = hashes
    // Enough to cover the stall of a commit, few enough for memory.
    let depth = 32
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
    let (outcome, filled, empty, hashes) = (outcome, filled, empty, hashes)
    let thread = Thread {
      defer { filled.close() }
      do throws(RecorderError) {
        while let batch = empty.take() {
          guard try outcome.stream.next() else { return }
          outcome.preparer.fill(batch, from: outcome.stream)
          if hashes { outcome.hash(batch) }
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
