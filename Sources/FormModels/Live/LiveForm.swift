public import FormRules
import Synchronization

/// A form session that several tasks share. It sends the requests of `remote` rules, applies their
/// answers, and notifies observers.
///
/// ```swift
/// let form = LiveForm(session, using: client)
/// await form.update { $0.edit(\.email, text) }
/// for await session in await form.sessions(debounce: .milliseconds(200)) { show(session) }
/// ```
///
/// A request is cancelled when its field changes, and a late answer is ignored. Without a client,
/// no requests are sent, and rules that need an answer fail with `remote.unavailable`.
public actor LiveForm<Root: Sendable> {
  /// The current session.
  public private(set) var session: FormSession<Root>

  private let client: ServiceClient?
  private let delay: Duration
  private let onEvent: (@Sendable (FormEvent) -> Void)?
  private nonisolated let latest: Mutex<FormSession<Root>>
  private var requests = InquiryRequests()
  private var listeners: [Int: Listener] = [:]
  private var revision = 0
  private var nextListener = 0

  private struct Listener {
    let continuation: AsyncStream<FormSession<Root>>.Continuation
    let debounce: Duration
    var delayed: Task<Void, Never>?
  }

  /// Creates a form with an initial session.
  ///
  /// - Parameters:
  ///   - client: Sends the requests of rules.
  ///   - delay: The time without a change of a field before its requests are sent. `submit` sends
  ///     them immediately.
  ///   - onEvent: Called on the actor with each event, in order, also with those that the answers
  ///     of services cause.
  public init(
    _ session: FormSession<Root>, using client: ServiceClient? = nil, delay: Duration = .zero,
    onEvent: (@Sendable (FormEvent) -> Void)? = nil
  ) {
    self.session = session
    self.client = client
    self.delay = delay.bounded
    self.onEvent = onEvent
    latest = Mutex(session)
  }

  deinit {
    requests.cancel()
    for listener in listeners.values {
      listener.delayed?.cancel()
      listener.continuation.finish()
    }
  }

  /// The session after the latest change, which can be read without waiting.
  public nonisolated var snapshot: FormSession<Root> { latest.withLock { $0 } }

  /// Changes the session: edits, focus, validation. Returns the result of the change, usually its
  /// events.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FormSession<Root>) -> Result
  ) -> Result {
    update(sendingAfter: delay, change)
  }

  private func update<Result: Sendable>(
    sendingAfter delay: Duration, _ change: @Sendable (inout FormSession<Root>) -> Result
  ) -> Result {
    let result = modify(change)
    revision += 1
    updateRequests(sendingAfter: delay)
    return result
  }

  /// Validates the whole form and waits for the answers of services. The outcome is never
  /// `pending`. If the form changes in the meantime, validation starts again.
  ///
  /// - Throws: `CancellationError`.
  public func submit() async throws -> FormOutcome {
    try await InquiryRequests.settle {
      update(sendingAfter: .zero) { _ = $0.validate() }
      requests.endPauses()
      return revision
    } revision: {
      revision
    } pending: {
      requests.first
    }
    return session.outcome
  }

  /// The session after each change, starting with the current one. Slow consumers receive only the
  /// newest. The stream ends when the form no longer exists.
  ///
  /// - Parameter debounce: The time without changes before a session is delivered.
  public func sessions(debounce: Duration = .zero) -> AsyncStream<FormSession<Root>> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FormSession<Root>.self, bufferingPolicy: .bufferingNewest(1))
    let id = nextListener
    nextListener += 1
    listeners[id] = Listener(continuation: continuation, debounce: debounce.bounded)
    continuation.onTermination = { [weak self] _ in Task { await self?.removeListener(id) } }
    continuation.yield(session)
    return stream
  }

  /// Changes a copy of the session, because rules written in Swift may read it meanwhile.
  private func modify<Result>(_ change: (inout FormSession<Root>) -> Result) -> Result {
    var changed = session
    let (result, events) = changed.logging(change)
    session = changed
    latest.withLock { $0 = changed }
    if let onEvent { for event in events { onEvent(event) } }
    return result
  }

  private func removeListener(_ id: Int) {
    listeners.removeValue(forKey: id)?.delayed?.cancel()
  }

  /// Sends new requests, cancels old ones, and notifies the observers.
  private func updateRequests(sendingAfter delay: Duration = .zero) {
    if client == nil {
      while let inquiry = session.inquiries.first { _ = modify { $0.answer(inquiry, with: []) } }
    }
    requests.update(for: session.inquiries, using: client, delay: delay) { [weak self] in
      await self?.receive($0, to: $1, after: $2)
    }
    for id in listeners.keys { notify(id) }
  }

  private func receive(
    _ answers: [ServiceAnswer]?, to inquiry: FormInquiry, after pause: Task<Void, Never>
  ) {
    guard requests.end(inquiry, after: pause) else { return }
    // The submitter no longer waits, but the field still does.
    guard let answers else { return updateRequests(sendingAfter: delay) }
    _ = modify { $0.answer(inquiry, with: answers) }
    updateRequests()
  }

  private func notify(_ id: Int) {
    guard let listener = listeners[id] else { return }
    listener.delayed?.cancel()
    guard listener.debounce > .zero else {
      listener.continuation.yield(session)
      return
    }
    listeners[id]?.delayed = Task { [weak self] in
      do {
        try await Task.sleep(for: listener.debounce)
      } catch {
        // A later change delivers the session.
        return
      }
      await self?.notifyNow(id)
    }
  }

  private func notifyNow(_ id: Int) { listeners[id]?.continuation.yield(session) }
}
