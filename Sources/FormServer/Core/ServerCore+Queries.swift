#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

extension ServerCore {
  /// Records that the caller reads personal data. Must be called before the data is sent.
  ///
  /// - Parameters:
  ///   - subject: A description of the data, such as `open submissions of contacts as csv`.
  ///   - isUnmasked: Whether no field is masked.
  /// - Throws: A problem with status 401 if the caller is unknown, and the errors of the
  ///   recorder. The data must not be sent if the read cannot be recorded.
  func logRead(_ subject: String, isUnmasked: Bool = false, by caller: Caller) async throws {
    guard let name = caller.name else { throw Problem.unauthenticated }
    let subject = isUnmasked ? "\(subject), unmasked" : subject
    try await pools.writer.logRead(subject, by: name)
  }

  /// The tag of a response that depends on the store's content and on a variant, or nil if there
  /// is no store.
  func contentTag(_ variant: [String]) async throws -> String? {
    let state = try await pools.reader.perform { recorder, _ in try recorder.contentState() }
    return state.map {
      "\"\(([String($0.prefix(32)), ProgramVersion.number] + variant).joined(separator: "-"))\""
    }
  }

  /// Performs read-only work that must end within `readingTimeout`. Shortly before, its queries are
  /// interrupted.
  ///
  /// - Parameter work: The work, which receives a function that returns whether the time has
  ///   nearly expired. Work that stops for this reason and has no result throws a `RecorderError`
  ///   with the reason `stopped`.
  /// - Throws: A problem with status 503 and this advice if the time was not sufficient.
  func perform<Result: Sendable>(
    orAdvise advice: String,
    _ work:
      @escaping @Sendable (Recorder, _ isOver: @escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    do {
      let timeout = Duration.seconds(configuration.readingTimeout)
      return try await pools.worker.perform { [clock] recorder, isCancelled in
        let end = clock.now() + timeout * 0.8
        var recorder = recorder
        recorder.readingShouldStop = {
          isCancelled() || clock.now() >= end + timeout * 0.1
        }
        return try work(recorder) { isCancelled() || clock.now() >= end }
      }
    } catch let error as RecorderError where error.reason == .stopped {
      throw Problem.unavailable(advice, retryAfter: 60)
    }
  }

  /// Performs read-only work on many submissions or definitions, which may take longer than
  /// `readingTimeout`. It has a thread and counts for `maximumDownloads`. It ends, and its queries
  /// are interrupted, if the client disconnects or the task is cancelled, as when the server stops.
  ///
  /// - Parameters:
  ///   - connection: The connection of the client, if any.
  ///   - work: The work, which receives a function that returns whether it must stop.
  /// - Throws: A problem with status 503 if the limit is reached or the work is stopped, and any
  ///   error of the work.
  func performWithoutTimeout<Result: Sendable>(
    for connection: Connection?,
    _ work:
      @escaping @Sendable (Recorder, _ shouldStop: @escaping @Sendable () -> Bool) throws -> Result
  ) async throws -> Result {
    try await limits.downloads.perform {
      try await pools.longReader.perform { recorder, isCancelled in
        let shouldStop = { @Sendable in isCancelled() || connection?.isClosed == true }
        var recorder = recorder
        recorder.readingShouldStop = shouldStop
        do {
          return try work(recorder, shouldStop)
        } catch let error as RecorderError where error.reason == .stopped && !isCancelled() {
          throw Problem.disconnected
        }
      }
    }
  }

  /// - Throws: A problem with status 404 if the form has no such submission.
  func requireSubmission(_ id: Int64, of form: String) async throws {
    try await pools.reader.perform { recorder, _ in try recorder.requireSubmission(id, of: form) }
  }

  /// Returns nil if there is no such submission.
  func identity(of submission: Int64) async throws -> SubmissionIdentity? {
    let head = try await pools.reader.perform { recorder, _ in
      try recorder.head(ofSubmission: submission)
    }
    return head.map { SubmissionIdentity(number: submission, head: $0) }
  }

  /// Returns whether a submission or its latest correction is purged.
  func isPurged(_ submission: Int64) async throws -> Bool {
    try await pools.reader.perform { recorder, _ in try recorder.isPurged(submission) }
  }

  /// A submission, for whoever has its sender's code. Returns nil for another code.
  func submission(
    _ number: Int64, of form: String, sentWith code: String?
  ) async throws -> SubmissionIdentity? {
    guard let code, let submission = try await identity(of: number),
      pages.tokens.isSenderCode(code, of: submission, form: form)
    else { return nil }
    return submission
  }
}

extension ServerContext {
  /// The value of the parameter `raw`.
  ///
  /// - Throws: A problem with status 401 or 403 if it is true and the caller may not see
  ///   sensitive fields.
  func isUnmasked(form: String?) throws(Problem) -> Bool {
    try flag(.raw, requiring: .correct, on: form)
  }

  /// The value of a parameter that requires a permission.
  ///
  /// - Throws: A problem with status 401 or 403 if it is true and the caller lacks the permission.
  func flag(
    _ parameter: QueryParameter, requiring permission: AccessGrant.Permission, on form: String?
  ) throws(Problem) -> Bool {
    guard try query.flag(parameter) else { return false }
    try caller.require(permission, on: form)
    return true
  }
}

extension Request {
  /// Whether the client has a copy of the response with this tag.
  func hasCopy(withTag tag: String) -> Bool {
    (headers[.ifNoneMatch] ?? "").split(separator: ",").contains { part in
      let known = part.filter { $0 != " " }
      return known == "*" || known == tag || known == "W/" + tag || "W/" + known == tag
    }
  }
}
#endif
