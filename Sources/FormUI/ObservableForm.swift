public import FormModels
public import Observation

/// A form for user interfaces: a session on the main actor that views observe. Views read `model`,
/// `status(of:)` and `isSubmittable`, and are updated when these change.
///
/// ```swift
/// let form = ObservableForm(SignUp(), validator, policy: .focusLossThenInput)
/// TextField("E-mail", text: form.binding(\.email))
/// if let message = form.message(at: \.email) { Text(message) }
/// ```
///
/// With a `ServiceClient`, the form sends the requests of rules after a pause in typing, and shows
/// their answers when they arrive. A late answer to an earlier value is ignored.
@MainActor @Observable
public final class ObservableForm<Root: Sendable> {
  /// The current session.
  public private(set) var session: FormSession<Root>

  /// Called with each event, in order, after the change that causes it. The answers of services
  /// cause events, too.
  @ObservationIgnored public var onEvent: (@MainActor (FormEvent) -> Void)?

  @ObservationIgnored private var requests: InquiryRequests

  /// Creates a form with an initial model. No field has been validated yet.
  ///
  /// - Parameters:
  ///   - policy: When fields are validated.
  ///   - client: Sends the requests of rules. Without a client, rules that need an answer fail.
  ///   - delay: The pause in typing before requests are sent.
  public convenience init(
    _ model: Root, _ validator: ModelValidator<Root>,
    policy: FieldValidationPolicy = .focusLossThenInput,
    using client: ServiceClient? = nil, delay: Duration = .milliseconds(300)
  ) {
    self.init(FormSession(model, validator, policy: policy), using: client, delay: delay)
  }

  /// Creates a form from a session, such as one in another language or of a scenario.
  public init(
    _ session: FormSession<Root>, using client: ServiceClient? = nil,
    delay: Duration = .milliseconds(300)
  ) {
    self.session = session
    requests = InquiryRequests(using: client, delay: delay)
  }

  deinit { requests.cancel() }

  /// Changes the session in a way for which the form has no method, and returns the result of the
  /// change, usually its events.
  @discardableResult
  public func update<Result>(_ change: (inout FormSession<Root>) -> Result) -> Result {
    update(sendingAfter: requests.delay, change)
  }

  /// Changes the session, sends new requests and cancels old ones.
  private func update<Result>(
    sendingAfter delay: Duration, _ change: (inout FormSession<Root>) -> Result
  ) -> Result {
    let (changed, result, events) = requests.changing(session, change)
    session = changed
    if let onEvent { for event in events { onEvent(event) } }
    requests.update(for: session.inquiries, sendingAfter: delay) { [weak self] in
      await self?.receive($0)
    }
    return result
  }

  private func receive(_ reply: InquiryRequests.Reply) {
    guard requests.end(reply) else { return }
    update(sendingAfter: reply.isCancelled ? requests.delay : .zero) { reply.apply(to: &$0) }
  }

  /// Validates the whole form and waits for the answers of services. The outcome is never
  /// `pending`. If the form changes in the meantime, validation starts again. If the event handler
  /// edits the form or sets its language after every validation, also to the same value, `submit`
  /// ends only when its task is cancelled.
  ///
  /// - Throws: `CancellationError`.
  public func submit() async throws -> FormOutcome {
    try await InquiryRequests.settle {
      update(sendingAfter: .zero) { _ = $0.validate() }
    } isStale: {
      session.isStale
    } pending: {
      requests.endPauses()
      return requests.first
    }
    return session.outcome
  }
}
