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

  /// A call that waits.
  private final class Entry: Sendable {
    let call: SubmitCall
    private let continuation: CheckedContinuation<Result, Never>?
    private let state = Mutex<Result?>(nil)

    init(_ call: SubmitCall, _ continuation: CheckedContinuation<Result, Never>? = nil) {
      (self.call, self.continuation) = (call, continuation)
    }

    /// The result, once it is known.
    var result: Result? { state.withLock { $0 } }

    func complete(_ result: Result) {
      state.withLock { $0 = result }
      continuation?.resume(returning: result)
    }
  }

  /// The maximum number of records that share a commit, unless one call submits more, so that other
  /// processes can write in between.
  private static let maximumGroup = 256

  private let entries = Mutex<[Entry]>([])
  /// Protects `writer`. Recursive, because a function that receives receipts may submit.
  private let turn = NSRecursiveLock()
  private var writer: SubmissionWriter?
  private let worker = DispatchQueue(label: "formrec.submissions")

  /// The number of calls that wait for a later transaction.
  var waiting: Int { entries.withLock(\.count) }

  /// Stores a call, and blocks until it is on disk.
  func submit(_ call: SubmitCall, _ recorder: Recorder) -> Result {
    let entry = Entry(call)
    add(entry)
    while true {
      store(recorder)
      if let result = entry.result { return result }
    }
  }

  /// Stores a call without blocking the caller's thread.
  func submit(_ call: SubmitCall, _ recorder: Recorder) async -> Result {
    await withCheckedContinuation { continuation in
      let isFirst = add(Entry(call, continuation))
      if isFirst { worker.async { self.store(recorder) } }
    }
  }

  /// Adds an entry. Returns whether the queue was empty.
  @discardableResult
  private func add(_ entry: Entry) -> Bool {
    entries.withLock { entries in
      entries.append(entry)
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
            defer { records += entry.call.requests.count }
            return records == 0
              || records + entry.call.requests.count <= Self.maximumGroup
          })
        entries.removeFirst(group.count)
        return (group, !entries.isEmpty)
      }
      if areLeft { worker.async { self.store(recorder) } }
      if group.isEmpty { return }
      let results = results(of: group.map(\.call), recorder)
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
