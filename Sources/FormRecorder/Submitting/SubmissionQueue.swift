import Dispatch
import FormStore
import Foundation
import Synchronization

/// The submissions that wait for the next transaction of a store.
///
/// Whoever gets the turn stores all that wait, in one transaction: concurrent submissions share the
/// cost of a durable commit. The connection stays open between transactions.
final class SubmissionQueue: @unchecked Sendable {
  typealias Result = Swift.Result<Submission.Outcome, RecorderError>

  private struct Entry: Sendable {
    let submission: Submission
    let complete: @Sendable (Result) -> Void
  }

  /// The maximum number of calls that share a commit, so that other processes get their turn.
  private static let maximumGroup = 256

  private let entries = Mutex<[Entry]>([])
  /// Protects `writer`. Recursive, because a function that receives receipts may submit.
  private let turn = NSRecursiveLock()
  private var writer: SubmissionWriter?
  private let worker = DispatchQueue(label: "formrec.submissions")

  /// Stores a submission, and blocks until it is on disk.
  func submit(_ submission: Submission, _ recorder: Recorder) -> Result {
    let box = ResultBox()
    add(submission) { box.set($0) }
    while true {
      store(recorder)
      if let result = box.value { return result }
    }
  }

  /// Stores a submission without blocking the caller's thread.
  func submit(_ submission: Submission, _ recorder: Recorder) async -> Result {
    await withCheckedContinuation { continuation in
      add(submission) { continuation.resume(returning: $0) }
      worker.async { self.store(recorder) }
    }
  }

  private func add(_ submission: Submission, complete: @escaping @Sendable (Result) -> Void) {
    entries.withLock { $0.append(Entry(submission: submission, complete: complete)) }
  }

  /// Stores what waits. Each call to `submit` leads to a call of this.
  private func store(_ recorder: Recorder) {
    turn.withLock {
      let group = entries.withLock { entries in
        defer { entries.removeFirst(min(entries.count, Self.maximumGroup)) }
        return Array(entries.prefix(Self.maximumGroup))
      }
      if group.isEmpty { return }
      let results = results(of: group.map(\.submission), recorder)
      for (entry, result) in zip(group, results) { entry.complete(result) }
    }
  }

  private func results(of group: [Submission], _ recorder: Recorder) -> [Result] {
    do {
      if writer?.isUsable != true { writer = try SubmissionWriter(recorder) }
      return try writer?.store(group, recorder) ?? []
    } catch {
      writer = nil
      return group.map { _ in .failure(error) }
    }
  }
}

/// The result of an entry, once it is known.
private final class ResultBox: Sendable {
  private let result = Mutex<SubmissionQueue.Result?>(nil)

  var value: SubmissionQueue.Result? { result.withLock { $0 } }

  func set(_ value: SubmissionQueue.Result) { result.withLock { $0 = value } }
}
