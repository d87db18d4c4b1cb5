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

  @ObservationIgnored private let client: ServiceClient?
  @ObservationIgnored private let delay: Duration
  @ObservationIgnored private var requests = InquiryRequests()
  /// The number of changes, without those by answers.
  @ObservationIgnored private var revision = 0

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
    self.client = client
    self.delay = delay.bounded
  }

  deinit { requests.cancel() }

  /// Changes the session in a way for which the form has no method, and returns the result of the
  /// change, usually its events.
  @discardableResult
  public func update<Result>(_ change: (inout FormSession<Root>) -> Result) -> Result {
    update(sendingAfter: delay, change)
  }

  private func update<Result>(
    sendingAfter delay: Duration, _ change: (inout FormSession<Root>) -> Result
  ) -> Result {
    revision += 1
    let result = modify(change)
    updateRequests(sendingAfter: delay)
    return result
  }

  /// Changes a copy of the session, because rules written in Swift may read it meanwhile.
  @discardableResult
  private func modify<Result>(_ change: (inout FormSession<Root>) -> Result) -> Result {
    var changed = session
    let (result, events) = changed.logging(change)
    session = changed
    if let onEvent { for event in events { onEvent(event) } }
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

  /// Cancels requests that are no longer needed, and sends new ones after a pause.
  private func updateRequests(sendingAfter delay: Duration = .zero) {
    if client == nil {
      while let inquiry = session.inquiries.first { modify { $0.answer(inquiry, with: []) } }
    }
    requests.update(for: session.inquiries, using: client, delay: delay) { [weak self] in
      await self?.receive($0, to: $1, after: $2)
    }
  }

  private func receive(
    _ answers: [ServiceAnswer]?, to inquiry: FormInquiry, after pause: Task<Void, Never>
  ) {
    guard requests.end(inquiry, after: pause) else { return }
    // The submitter no longer waits, but the field still does.
    guard let answers else { return updateRequests(sendingAfter: delay) }
    modify { $0.answer(inquiry, with: answers) }
    updateRequests()
  }
}
