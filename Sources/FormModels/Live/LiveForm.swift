public import FormRules
import Synchronization

/// A form session that several tasks share. It sends the requests of `remote` rules, applies their
/// answers, and notifies observers.
///
/// ```swift
/// let form = LiveForm(session, using: client)
/// await form.update { $0.edit(\.email, to: text) }
/// for await session in await form.sessions(debounce: .milliseconds(200)) { show(session) }
/// ```
///
/// A request is cancelled when its field changes, and a late answer is ignored. Without a client,
/// no requests are sent, and rules that need an answer fail with `remote.unavailable`.
public actor LiveForm<Root: Sendable> {
  /// The current session.
  public var session: FormSession<Root> { current.session }

  private let current: InquiringSession<Root>
  private let onEvent: (@Sendable (FormEvent) -> Void)?
  private nonisolated let latest: Mutex<FormSession<Root>>
  private var listeners: [Int: Listener] = [:]
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
    current = InquiringSession(session, using: client, delay: delay)
    self.onEvent = onEvent
    latest = Mutex(session)
  }

  deinit {
    for listener in listeners.values {
      listener.delayed?.cancel()
      listener.continuation.finish()
    }
  }

  /// The session after the latest change, which can be read without waiting.
  public nonisolated var snapshot: FormSession<Root> { latest.withLock { $0 } }

  /// Changes the session: edits, focus, validation. Returns the result of the change, usually its
  /// events.
  ///
  /// The session changes when `change` returns, so that rules may read the form meanwhile. `change`
  /// must not call `update` of the same form, which stops the program.
  @discardableResult
  public func update<Result: Sendable>(
    _ change: @Sendable (inout FormSession<Root>) -> Result
  ) -> Result {
    current.update(change, publish: { publish($1) }, receive: receiver)
  }

  /// Validates the whole form and waits for the answers of services. The outcome is never
  /// `pending`. If the form changes in the meantime, validation starts again. If the event handler
  /// edits the form or sets its language after every validation, also to the same value, `submit`
  /// ends only when its task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  public func submit() async throws -> FormOutcome {
    try await current.submit(publish: { publish($1) }, receive: receiver)
  }

  private nonisolated var receiver: InquiringSession<Root>.Receiver {
    { [weak self] in await self?.receive($0) }
  }

  private func receive(_ reply: InquiryRequests.Reply) {
    current.receive(reply, publish: { publish($1) }, receive: receiver)
  }

  /// Notifies the observers after a change.
  private func publish(_ events: [FormEvent]) {
    let session = session
    latest.withLock { $0 = session }
    if let onEvent { for event in events { onEvent(event) } }
    for id in listeners.keys { notify(id) }
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

  private func removeListener(_ id: Int) {
    listeners.removeValue(forKey: id)?.delayed?.cancel()
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
