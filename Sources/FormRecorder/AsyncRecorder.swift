public import FormRules
import Foundation
import Synchronization

/// A recorder for asynchronous programs.
///
/// Work runs on separate threads, so that waiting for a disk or another writer does not block the
/// cooperative thread pool.
///
/// ```swift
/// let recorder = AsyncRecorder(Recorder(database: "forms.sqlite"))
/// let report = try await recorder.submit(try SubmitRequest(signUp, as: validator))
/// ```
///
/// Cancelling the task stops an import, replay or export after the current batch with a
/// `RecorderError` of reason `stopped`. Work that has not started yet throws `CancellationError`
/// immediately.
public struct AsyncRecorder: Sendable {
  /// The recorder that does the work.
  public let recorder: Recorder
  private let queue: OperationQueue

  /// Creates an asynchronous recorder.
  ///
  /// - Parameter concurrency: The maximum number of concurrent operations. Readers do not wait for
  ///   each other; writers are always serialized.
  public init(_ recorder: Recorder, concurrency: Int = 4) {
    self.recorder = recorder
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, concurrency)
  }

  /// Runs an operation of the recorder.
  ///
  /// - Parameter work: The operation. It receives a function that returns whether the task was
  ///   cancelled.
  /// - Throws: Any error of `work`, and `CancellationError` if the task is cancelled before the
  ///   work begins.
  public func perform<Result: Sendable>(
    _ work:
      @escaping @Sendable (Recorder, _ isCancelled: @escaping @Sendable () -> Bool) throws ->
      Result
  ) async throws -> Result {
    let call = WaitingCall<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.wait(continuation)
        queue.addOperation { [recorder] in
          guard let continuation = call.begin() else { return }
          continuation.resume(with: Swift.Result { try work(recorder) { call.isCancelled } })
        }
      }
    } onCancel: {
      call.cancel()
    }
  }

  /// Stores definitions. See `Recorder.apply`.
  @discardableResult
  public func apply(
    _ definitions: DefinitionSet, dryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) async throws -> [AppliedDefinition] {
    try await perform { recorder, _ in
      try recorder.apply(definitions, dryRun: dryRun, by: by, reason: reason)
    }
  }

  /// Imports a file. See `Recorder.importFile`.
  ///
  /// - Parameters:
  ///   - progress: Called on another thread with the number of records read so far.
  ///   - note: Called on another thread with notes for the user.
  public func importFile(
    _ request: ImportRequest, progress: @escaping @Sendable (WorkProgress) -> Void = { _ in },
    note: @escaping @Sendable (RecorderNote) -> Void = { _ in }
  ) async throws -> ImportReport {
    try await perform { recorder, isCancelled in
      try recorder.importFile(
        request, ImportEvents(progress: progress, note: note, shouldStop: isCancelled))
    }
  }

  /// Judges stored submissions again. See `Recorder.replay`.
  public func replay(_ request: ReplayRequest) async throws -> ReplayReport {
    try await perform { recorder, isCancelled in
      try recorder.replay(request, shouldStop: isCancelled)
    }
  }

  /// Writes stored submissions to a file. See `Recorder.export`.
  public func export(
    _ request: ExportRequest, toFile path: String, replacing: Bool = false
  ) async throws -> ExportReport {
    try await perform { recorder, isCancelled in
      try recorder.export(request, to: .file(path, replacing: replacing), shouldStop: isCancelled)
    }
  }

  /// The history of a submission. See `Recorder.history`.
  public func history(
    of id: Int64, showsValues: Bool = false, showsSensitive: Bool = false,
    in localization: Localization = .english
  ) async throws -> SubmissionHistory {
    try await perform { recorder, _ in
      try recorder.history(
        of: id, showsValues: showsValues, showsSensitive: showsSensitive, in: localization)
    }
  }

  /// Counts the current verdicts. See `Recorder.audit`.
  public func audit(
    _ selection: SubmissionSelection = .all, top: Int? = nil,
    in localization: Localization = .english, details: AuditDetails = AuditDetails()
  ) async throws -> AuditReport {
    try await perform { recorder, _ in
      try recorder.audit(selection, top: top, in: localization, details: details)
    }
  }

  /// The content of the store. See `Recorder.list`.
  public func list(form: String? = nil, limit: Int = 20) async throws -> StoreListing {
    try await perform { recorder, _ in try recorder.list(form: form, limit: limit) }
  }
}

/// A call that waits for a free thread until its work begins or it is cancelled.
private final class WaitingCall<Result: Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Result, any Error>

  private let flag = Atomic(false)
  /// Nil once the work has begun or the call was cancelled.
  private let continuation = Mutex<Continuation?>(nil)

  var isCancelled: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func wait(_ continuation: Continuation) {
    self.continuation.withLock { $0 = continuation }
    // The task may have been cancelled before it had something to resume.
    if isCancelled { cancel() }
  }

  /// Returns the continuation that the work resumes, or nil if the call was cancelled.
  func begin() -> Continuation? { continuation.withLock { $0.take() } }

  func cancel() {
    flag.store(true, ordering: .sequentiallyConsistent)
    begin()?.resume(throwing: CancellationError())
  }
}
