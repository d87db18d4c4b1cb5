public import FormRules
import Foundation
import Synchronization

/// A recorder for asynchronous programs: work is done on threads of its own, so that waiting for a disk
/// or another writer keeps nobody of the cooperative pool waiting.
///
/// ```swift
/// let recorder = AsyncRecorder(Recorder(database: "forms.sqlite"))
/// let report = try await recorder.submit(SubmitRequest(signUp, as: validator))
/// ```
///
/// Cancelling the task ends an import, replay or export after the batch that it is at, by
/// `RecorderError` of reason `stopped`; what waits for a thread is not begun, by `CancellationError`.
public struct AsyncRecorder: Sendable {
  /// What does the work.
  public let recorder: Recorder
  private let queue: OperationQueue

  /// A recorder for asynchronous programs.
  ///
  /// - Parameter concurrency: how much is done at once. Readers do not wait for one another; writers
  ///   take turns whatever this is.
  public init(_ recorder: Recorder, concurrency: Int = 4) {
    self.recorder = recorder
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(1, concurrency)
  }

  /// Does whatever a recorder can do.
  ///
  /// - Parameter work: is told whether the task was cancelled, by a function that it may ask now and
  ///   then.
  /// - Throws: what the work throws, and `CancellationError` when it was cancelled before it began.
  public func perform<Result: Sendable>(
    _ work:
      @escaping @Sendable (Recorder, _ isCancelled: @escaping @Sendable () -> Bool) throws ->
      Result
  ) async throws -> Result {
    let isCancelled = Flag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.addOperation { [recorder] in
          if isCancelled.isSet { return continuation.resume(throwing: CancellationError()) }
          continuation.resume(with: Swift.Result { try work(recorder) { isCancelled.isSet } })
        }
      }
    } onCancel: {
      isCancelled.set()
    }
  }

  /// Stores definitions; see `Recorder.apply`.
  @discardableResult
  public func apply(
    _ definitions: DefinitionSet, dryRun: Bool = false, by: String? = nil, reason: String? = nil
  ) async throws -> [AppliedDefinition] {
    try await perform { recorder, _ in
      try recorder.apply(definitions, dryRun: dryRun, by: by, reason: reason)
    }
  }

  /// Judges one record and stores it; see `Recorder.submit`.
  public func submit(_ request: SubmitRequest) async throws -> SubmitReport {
    try await perform { recorder, _ in try recorder.submit(request) }
  }

  /// Imports a file; see `Recorder.importFile`.
  ///
  /// - Parameters:
  ///   - progress: called on another thread with the records read so far.
  ///   - note: likewise, with what the user should know.
  public func importFile(
    _ request: ImportRequest, progress: @escaping @Sendable (WorkProgress) -> Void = { _ in },
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> ImportReport {
    try await perform { recorder, isCancelled in
      try recorder.importFile(
        request, ImportEvents(progress: progress, note: note, shouldStop: isCancelled))
    }
  }

  /// Judges stored submissions again; see `Recorder.replay`.
  public func replay(_ request: ReplayRequest) async throws -> ReplayReport {
    try await perform { recorder, isCancelled in
      try recorder.replay(request, shouldStop: isCancelled)
    }
  }

  /// Writes stored submissions into a file; see `Recorder.export`.
  public func export(
    _ request: ExportRequest, toFile path: String, replacing: Bool = false
  ) async throws -> ExportReport {
    try await perform { recorder, isCancelled in
      try recorder.export(
        request, to: .file(path, replacing: replacing), shouldStop: isCancelled)
    }
  }

  /// All that is known of a submission; see `Recorder.history`.
  public func history(
    of id: Int64, showsValues: Bool = false, showsSensitive: Bool = false,
    in localization: Localization = .english
  ) async throws -> SubmissionHistory {
    try await perform { recorder, _ in
      try recorder.history(
        of: id, showsValues: showsValues, showsSensitive: showsSensitive, in: localization)
    }
  }

  /// Counts the verdicts that hold; see `Recorder.audit`.
  public func audit(
    _ selection: SubmissionSelection = .all, top: Int? = nil,
    in localization: Localization = .english, details: AuditDetails = AuditDetails()
  ) async throws -> AuditReport {
    try await perform { recorder, _ in
      try recorder.audit(selection, top: top, in: localization, details: details)
    }
  }

  /// What the store holds; see `Recorder.list`.
  public func list(form: String? = nil, limit: Int = 20) async throws -> StoreListing {
    try await perform { recorder, _ in try recorder.list(form: form, limit: limit) }
  }
}

/// Whether something was said, for several threads.
private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
