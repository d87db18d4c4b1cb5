import Synchronization

#if canImport(Dispatch)
import Dispatch
#endif

/// Sends the requests of `remote` rules to services, with a limit on concurrent requests, a timeout
/// for each, and retries. The program provides the transport: FormRules opens no connections.
///
/// ```swift
/// let client = ServiceClient(concurrency: 8) { request in
///   let (body, status) = try await http.post(request.url, request.body)
///   return .response(status: status, body: body)
/// }
/// let result = try await validator.validate(signUp, using: client)
/// ```
///
/// A client can be shared. The limit applies to all of its users together. An `AsyncRequirement`
/// may use the client that evaluates it, up to 16 levels deep; its own request does not count while
/// it waits. In a detached task it would count, and could wait for itself until its timeout.
public final class ServiceClient: Sendable {
  /// Sends a request and waits for the answer. It may block its thread. It is cancelled on timeout,
  /// and a later answer is ignored.
  ///
  /// An error means that there is no answer. The request is retried, except after a
  /// `ServiceError` other than `connection`.
  public typealias Send = @Sendable (ServiceRequest) async throws -> ServiceAnswer

  private struct State {
    var active = 0
    /// Requests that wait for others to end, in order of arrival.
    var waiting: ArraySlice<PendingRequest> = []
    var noted: Set<ServiceError> = []
  }

  private let send: Send
  private let concurrency: Int
  private let retries: Int
  private let timeout: Duration?
  private let onError: @Sendable (ServiceError) -> Void
  private let state = Mutex(State())

  /// The number of requests that wait for others to end.
  var waiting: Int { state.withLock { $0.waiting.count } }

  /// The maximum number of distinct errors that are noted.
  private static let maximumNotes = 100

  /// A client that evaluates every `AsyncRequirement` and sends no requests: rules `remote` fail
  /// with `remote.unavailable`.
  public static let local = ServiceClient { request in
    throw ServiceError.hostNotAllowed(HostPolicy.Destination(request.url)?.host ?? "")
  }

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - concurrency: The maximum number of concurrent requests; less than 1 means 1.
  ///   - retries: The number of retries after a transport failure; less than 0 means 0. Answers of
  ///     any status and timeouts are not retried.
  ///   - timeout: The timeout of a request including its retries, if it is shorter than that of the
  ///     rule; nil means that of the rule. Waiting for other requests does not count.
  ///   - onError: Called on any thread with the reason why a request has no answer, once for each
  ///     of the first 100 different reasons.
  ///   - send: Sends a request and waits for its answer.
  public init(
    concurrency: Int = 32, retries: Int = 1, timeout: Duration? = nil,
    onError: @escaping @Sendable (ServiceError) -> Void = { _ in }, _ send: @escaping Send
  ) {
    self.send = send
    self.concurrency = max(1, concurrency)
    self.retries = max(0, retries)
    self.timeout = timeout
    self.onError = onError
  }

  /// Returns the answer to a request, or `unanswered` if none arrives before the timeout or if all
  /// attempts fail.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func answer(_ request: ServiceRequest) async throws -> ServiceAnswer {
    try await answers(to: [request])[0]
  }

  /// Returns the answers to several requests, in order.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func answers(to requests: [ServiceRequest]) async throws -> [ServiceAnswer] {
    let group = RequestGroup(requests, timeout: timeout)
    let permit = beginWait()
    defer { endWait(permit) }
    let answers = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        group.start(submit) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      group.cancel()
    }
    try Task.checkCancellation()
    return answers
  }

  #if canImport(Dispatch)
  /// Sends several requests and blocks the thread until they have ended. Sends no more once some
  /// requests in a row had no answer (`ServiceAnswers.maximumUnanswered`).
  ///
  /// Any thread may call it, also those of the cooperative thread pool, because requests and their
  /// timeouts run on other threads.
  ///
  /// - Parameter shouldStop: Called every tenth of a second. Returning true ends the wait.
  /// - Returns: The answers in order, or nil if the wait was stopped.
  package func waitForAnswers(
    to requests: [ServiceRequest], unless shouldStop: () -> Bool
  ) -> [ServiceAnswer]? {
    let group = RequestGroup(
      requests, timeout: timeout, maximumUnanswered: ServiceAnswers.maximumUnanswered)
    let permit = beginWait()
    defer { endWait(permit) }
    let isDone = DispatchSemaphore(value: 0)
    group.start(submit) { _ in isDone.signal() }
    while isDone.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      guard shouldStop() else { continue }
      group.cancel()
      return nil
    }
    return group.answers
  }
  #endif

  /// Frees the place of the request around the current task, if this client evaluates it.
  private func beginWait() -> RequestPermit? {
    guard let permit = RequestPermit.held.last(where: { $0.client === self }) else { return nil }
    if permit.beginWait() { startNext() }
    return permit
  }

  private func endWait(_ permit: RequestPermit?) {
    // There may now be more active requests than the limit, because this one has begun already.
    if permit?.endWait() == true { state.withLock { $0.active += 1 } }
  }

  /// Starts a request now or when another one has ended.
  private func submit(_ pending: PendingRequest) {
    let isNext = state.withLock { state in
      if state.active >= concurrency {
        state.waiting.append(pending)
        return false
      }
      state.active += 1
      return true
    }
    if isNext, !start(pending) { startNext() }
  }

  private func startNext() {
    while true {
      let next = state.withLock { state -> PendingRequest? in
        guard state.active <= concurrency, let next = state.waiting.popFirst() else {
          state.active -= 1
          return nil
        }
        return next
      }
      guard let next, !start(next) else { return }
    }
  }

  private func start(_ pending: PendingRequest) -> Bool {
    let host = HostPolicy.Destination(pending.request.url)?.host ?? ""
    let permit = RequestPermit(self)
    return pending.start(
      onTimeout: { self.report(.timeout(host: host)) },
      onEnd: { if permit.end() { self.startNext() } }
    ) {
      let around = pending.permitsAround
      if around.count >= RequestPermit.maximumDepth {
        self.report(.unavailable(reason: "requirements request each other without end"))
        return .unanswered
      }
      return await RequestPermit.$held.withValue(around + [permit]) {
        await self.attempt(pending.request, host)
      }
    }
  }

  private func attempt(_ request: ServiceRequest, _ host: String) async -> ServiceAnswer {
    for _ in 0...retries {
      do {
        if let evaluate = request.evaluate { return .verdict(try await evaluate()) }
        return try await send(request)
      } catch {
        // The caller no longer waits for the answer.
        if Task.isCancelled { break }
        let reason =
          error as? ServiceError ?? .connection(host: host, reason: "\(type(of: error))")
        report(reason)
        if !reason.isTransient { break }
      }
    }
    return .unanswered
  }

  private func report(_ error: ServiceError) {
    let isNew = state.withLock { state in
      state.noted.count < Self.maximumNotes && state.noted.insert(error).inserted
    }
    if isNew { onError(error) }
  }
}
