#if Server
  import FormRecorder
  import HTTPTypes
  import Hummingbird

  extension ServerCore {
    /// Records that the caller reads personal data. Must be called before the data is sent.
    ///
    /// - Parameter subject: A description of the data, such as
    ///   `open submissions of contacts as csv`.
    /// - Throws: A problem with status 401 if the caller is unknown, and the errors of the
    ///   recorder. The data must not be sent if the read cannot be recorded.
    func recordRead(_ subject: String, by caller: Caller) async throws {
      guard let name = caller.name else {
        throw Problem(.unauthorized, "a token or a signed-in user is required")
      }
      try await recorder.perform { recorder, _ in try recorder.recordRead(subject, by: name) }
    }

    /// Performs read-only work that must end within `readingTimeout`, after which its queries are
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
        return try await recorder.perform { recorder, isCancelled in
          let end = ContinuousClock.now + timeout * 0.8
          var recorder = recorder
          recorder.readingShouldStop = {
            isCancelled() || ContinuousClock.now >= end + timeout * 0.1
          }
          return try work(recorder) { isCancelled() || ContinuousClock.now >= end }
        }
      } catch let error as RecorderError where error.reason == .stopped {
        throw Problem.unavailable(advice, retryAfter: 60)
      }
    }
  }

  extension RequestInfo {
    /// Whether the caller may see sensitive fields of a form.
    func mayShowSensitive(of form: String?) -> Bool {
      if case .granted(let grant) = caller { return grant.allows(.correct, on: form) }
      return false
    }

    /// The value of the parameter `raw`.
    ///
    /// - Throws: A problem with status 403 if it is true and the caller may not see sensitive
    ///   fields.
    func isRaw(_ query: QueryParameters, form: String?) throws(Problem) -> Bool {
      guard try query.flag("raw") == true else { return false }
      guard case .granted = caller else {
        throw Problem(.unauthorized, "a token or a signed-in user is required")
      }
      guard mayShowSensitive(of: form) else {
        throw Problem(.forbidden, "'raw' requires the role correct or admin")
      }
      return true
    }
  }

  extension Request {
    /// Whether the client already has the response with this tag.
    func hasAnswer(_ tag: String) -> Bool {
      (headers[.ifNoneMatch] ?? "").split(separator: ",").contains { part in
        let known = part.filter { $0 != " " }
        return known == "*" || known == tag || known == "W/" + tag || "W/" + known == tag
      }
    }
  }
#endif
