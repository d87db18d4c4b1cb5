import Dispatch
import FormStore
import Foundation
import Synchronization

/// The submissions that wait for the next transaction of a store.
///
/// The caller that acquires the lock stores all waiting submissions in one transaction, so that
/// concurrent submissions share the cost of a durable commit. The connection stays open between
/// transactions.
final class SubmissionQueue: @unchecked Sendable {
  typealias Result = Swift.Result<SubmitCall.Outcome, RecorderError>

  private struct Entry: Sendable {
    let submission: SubmitCall
    let complete: @Sendable (Result) -> Void
  }

  /// The maximum number of records that share a commit, unless one call submits more, so that other
  /// processes can write in between.
  private static let maximumGroup = 256

  private let entries = Mutex<[Entry]>([])
  /// Protects `writer`. Recursive, because a function that receives receipts may submit.
  private let turn = NSRecursiveLock()
  private var writer: SubmissionWriter?
  private let worker = DispatchQueue(label: "formrec.submissions")

  /// Stores a submission, and blocks until it is on disk.
  func submit(_ submission: SubmitCall, _ recorder: Recorder) -> Result {
    let box = ResultBox()
    add(submission) { box.set($0) }
    while true {
      store(recorder)
      if let result = box.value { return result }
    }
  }

  /// Stores a submission without blocking the caller's thread.
  func submit(_ submission: SubmitCall, _ recorder: Recorder) async -> Result {
    await withCheckedContinuation { continuation in
      let isFirst = add(submission) { continuation.resume(returning: $0) }
      if isFirst { worker.async { self.store(recorder) } }
    }
  }

  /// Adds an entry. Returns whether the queue was empty.
  @discardableResult
  private func add(
    _ submission: SubmitCall, complete: @escaping @Sendable (Result) -> Void
  ) -> Bool {
    entries.withLock { entries in
      entries.append(Entry(submission: submission, complete: complete))
      return entries.count == 1
    }
  }

  /// Stores the waiting entries, up to the maximum of a group. Scheduled when an entry arrives in
  /// an empty queue, and again when entries remain.
  private func store(_ recorder: Recorder) {
    turn.withLock {
      let (group, areLeft) = entries.withLock { entries in
        var records = 0
        let group = Array(
          entries.prefix { entry in
            defer { records += entry.submission.requests.count }
            return records == 0
              || records + entry.submission.requests.count <= Self.maximumGroup
          })
        entries.removeFirst(group.count)
        return (group, !entries.isEmpty)
      }
      if areLeft { worker.async { self.store(recorder) } }
      if group.isEmpty { return }
      let results = results(of: group.map(\.submission), recorder)
      for (entry, result) in zip(group, results) { entry.complete(result) }
    }
  }

  private func usableWriter(_ recorder: Recorder) throws(RecorderError) -> SubmissionWriter {
    if let writer, writer.isUsable { return writer }
    let new = try SubmissionWriter(recorder)
    writer = new
    return new
  }

  private func results(of group: [SubmitCall], _ recorder: Recorder) -> [Result] {
    do {
      return try usableWriter(recorder).store(group, recorder)
    } catch {
      writer = nil
      return group.map { _ in .failure(error) }
    }
  }
}

extension Recorder {
  /// The queue of single submissions.
  var submissions: SubmissionQueue { shared.value { SubmissionQueue() } }
}

/// The result of an entry, once it is known.
private final class ResultBox: Sendable {
  private let result = Mutex<SubmissionQueue.Result?>(nil)

  var value: SubmissionQueue.Result? { result.withLock { $0 } }

  func set(_ value: SubmissionQueue.Result) { result.withLock { $0 = value } }
}
