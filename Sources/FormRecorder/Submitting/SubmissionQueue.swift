import Dispatch
import FormStore
import Foundation
import Synchronization

/// The submissions and recorded reads that wait for the next transaction of a store.
///
/// The caller that acquires the lock stores those that wait in one transaction, up to a maximum of
/// records, so that concurrent calls share the cost of a durable commit. The connection stays open
/// between transactions.
///
/// Safe to send between threads because `calls` has its own lock, and `writer` is used only under
/// `turn`.
final class SubmissionQueue: @unchecked Sendable {
  /// The maximum number of records and reads that share a commit, unless one call submits more, so
  /// that other processes can write in between.
  private static let maximumRecordsPerCommit = 256

  private let calls = Mutex<[SubmitCall]>([])
  /// Protects `writer`. Recursive, because a function that receives receipts may submit.
  private let turn = NSRecursiveLock()
  private var writer: SubmissionWriter?
  private let worker = DispatchQueue(label: "formrec.submissions")

  /// The number of calls that wait for a later transaction.
  var waiting: Int { calls.withLock(\.count) }

  /// Stores a call, and blocks until it is on disk.
  func submit(_ call: SubmitCall, _ recorder: Recorder) -> SubmitCall.Result {
    call.begin()
    add(call)
    while true {
      store(recorder)
      if let result = call.result { return result }
    }
  }

  /// Stores a call without blocking the caller's thread.
  func submit(_ call: SubmitCall, _ recorder: Recorder) async -> SubmitCall.Result {
    await withCheckedContinuation { continuation in
      call.begin(continuation)
      let isFirst = add(call)
      if isFirst { worker.async { self.store(recorder) } }
    }
  }

  /// Adds a call. Returns whether the queue was empty.
  @discardableResult
  private func add(_ call: SubmitCall) -> Bool {
    calls.withLock { calls in
      calls.append(call)
      return calls.count == 1
    }
  }

  /// Stores the waiting calls, up to the maximum of a commit. Synchronous callers call it; for
  /// asynchronous ones it is scheduled when a call arrives in an empty queue, and for all when
  /// calls remain.
  private func store(_ recorder: Recorder) {
    turn.withLock {
      let (next, areLeft) = calls.withLock { calls in
        var records = 0
        let next = Array(
          calls.prefix { call in
            let count = max(1, call.requests.count)
            defer { records += count }
            return records == 0 || records + count <= Self.maximumRecordsPerCommit
          })
        calls.removeFirst(next.count)
        return (next, !calls.isEmpty)
      }
      if areLeft { worker.async { self.store(recorder) } }
      if next.isEmpty { return }
      for (call, result) in zip(next, results(of: next, recorder)) { call.complete(result) }
    }
  }

  private func usableWriter(_ recorder: Recorder) throws(RecorderError) -> SubmissionWriter {
    if let writer, writer.isUsable { return writer }
    let new = try SubmissionWriter(recorder)
    writer = new
    return new
  }

  private func results(of calls: [SubmitCall], _ recorder: Recorder) -> [SubmitCall.Result] {
    do {
      return try usableWriter(recorder).store(calls, recorder)
    } catch {
      writer = nil
      return calls.map { _ in .failure(error) }
    }
  }
}
