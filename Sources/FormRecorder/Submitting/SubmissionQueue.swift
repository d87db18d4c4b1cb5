import Dispatch
import FormStore
import Foundation
import Synchronization

/// The submissions and logged reads that wait for the next transaction of a store.
///
/// The caller that acquires the lock stores those that wait in one transaction, up to a maximum of
/// records, so that concurrent calls share the cost of a durable commit. The connection stays open
/// between transactions.
///
/// Safe to send between threads because `writes` has its own lock, and `writer` is used only under
/// `turn`.
final class SubmissionQueue: @unchecked Sendable {
  /// The maximum number of records and reads that share a commit, unless one call submits more, so
  /// that other processes can write in between.
  private static let maximumRecordsPerCommit = 256

  private let writes = Mutex<[QueuedWrite]>([])
  /// Protects `writer`. Recursive, because a function that receives receipts may submit.
  private let turn = NSRecursiveLock()
  private var writer: SubmissionWriter?
  private let worker = DispatchQueue(label: "formrec.submissions")

  /// The number of writes that wait for a later transaction.
  var waiting: Int { writes.withLock(\.count) }

  /// Makes a write, and blocks until it is on disk.
  func submit(_ write: QueuedWrite, _ recorder: Recorder) -> QueuedWrite.Result {
    write.begin()
    add(write)
    while true {
      store(recorder)
      if let result = write.result { return result }
    }
  }

  /// Makes a write without blocking the caller's thread.
  func submit(_ write: QueuedWrite, _ recorder: Recorder) async -> QueuedWrite.Result {
    await withCheckedContinuation { continuation in
      write.begin(continuation)
      let isFirst = add(write)
      if isFirst { worker.async { self.store(recorder) } }
    }
  }

  /// Adds a write. Returns whether the queue was empty.
  @discardableResult
  private func add(_ write: QueuedWrite) -> Bool {
    writes.withLock { writes in
      writes.append(write)
      return writes.count == 1
    }
  }

  /// Makes the waiting writes, up to the maximum of a commit. Synchronous callers call it; for
  /// asynchronous ones it is scheduled when one arrives in an empty queue, and for all when
  /// writes remain.
  private func store(_ recorder: Recorder) {
    turn.withLock {
      let (next, areLeft) = writes.withLock { writes in
        var records = 0
        let next = Array(
          writes.prefix { write in
            let count = max(1, write.requests.count)
            defer { records += count }
            return records == 0 || records + count <= Self.maximumRecordsPerCommit
          })
        writes.removeFirst(next.count)
        return (next, !writes.isEmpty)
      }
      if areLeft { worker.async { self.store(recorder) } }
      if next.isEmpty { return }
      for (write, result) in zip(next, results(of: next, recorder)) { write.complete(result) }
    }
  }

  private func usableWriter(_ recorder: Recorder) throws(RecorderError) -> SubmissionWriter {
    if let writer, writer.isUsable { return writer }
    let new = try SubmissionWriter(recorder)
    writer = new
    return new
  }

  private func results(of writes: [QueuedWrite], _ recorder: Recorder) -> [QueuedWrite.Result] {
    do {
      return try usableWriter(recorder).store(writes, recorder)
    } catch {
      writer = nil
      return writes.map { _ in .failure(error) }
    }
  }
}
