#if Server
import FormRecorder

/// The changes and logged reads of requests. Changes count for the limit on those that wait
/// (`maximumPending`).
struct StoreWriter: Sendable {
  private let recorder: AsyncRecorder
  private let limit: PendingLimit
  private let health: StoreHealth

  init(_ recorder: Recorder, limit: PendingLimit, health: StoreHealth) {
    self.recorder = AsyncRecorder(recorder)
    (self.limit, self.health) = (limit, health)
  }

  /// Performs a change, which may wait for another writer, and for services.
  ///
  /// - Parameter client: The address of a client with a share of the limit, from
  ///   `anonymousClient(of:_:)`; nil for others.
  /// - Throws: A problem with status 503 if too many changes wait, and any error of the work.
  func perform<Result: Sendable>(
    for client: String? = nil, _ work: @escaping @Sendable (Recorder) throws -> Result
  ) async throws -> Result {
    try await withinLimit(for: client) {
      try await recorder.perform { recorder, _ in try work(recorder) }
    }
  }

  /// Stores submissions in one transaction. Each counts for the limit.
  func submit(
    _ submissions: [SubmissionRequest], for client: String?
  ) async throws -> [SubmissionReport] {
    try await withinLimit(weight: submissions.count, for: client) {
      try await recorder.submit(submissions)
    }
  }

  /// Records that somebody reads personal data.
  func logRead(_ subject: String, by name: String) async throws {
    try await recorder.logRead(subject, by: name)
  }

  private func withinLimit<Result>(
    weight: Int = 1, for client: String?, _ work: () async throws -> Result
  ) async throws -> Result {
    let result = try await limit.perform(weight: weight, for: client, work)
    health.works()
    return result
  }
}
#endif
