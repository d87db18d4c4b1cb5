public import FormModels
public import Observation

/// A form for user interfaces: a session on the main actor that views observe.
///
/// A view that reads only `status(of:)` or `message(at:)` of fields is updated when the status of
/// one of these fields changes. A view that reads anything else, such as `model` or
/// `isSubmittable`, is updated after every change of the form.
///
/// ```swift
/// let form = ObservableForm(SignUp(), validator, policy: .focusLossThenInput)
/// TextField("E-mail", text: form.binding(\.email))
/// if let message = form.message(at: \.email) { Text(message) }
/// ```
///
/// With a `ServiceClient`, the form sends the requests of rules after a pause in typing, and shows
/// their answers when they arrive. A late answer to an earlier value is ignored.
@MainActor
public final class ObservableForm<Root: Sendable>: Observable {
  /// The current session.
  public var session: FormSession<Root> { observing(.session) }

  /// Called with each event, in order, after the change that causes it. The answers of services
  /// cause events, too.
  public var onEvent: (@MainActor (FormEvent) -> Void)?

  private let current: InquiringSession<Root>
  private let registrar = ObservationRegistrar()

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
    current = InquiringSession(session, using: client, delay: delay)
  }

  /// Changes the session in a way for which the form has no method, and returns the result of the
  /// change, usually its events.
  ///
  /// The session changes when `change` returns, so that rules may read the form meanwhile. `change`
  /// must edit the session that it receives. A call of `update`, `edit` or another method that
  /// changes the form stops the program.
  @discardableResult
  public func update<Result>(_ change: (inout FormSession<Root>) -> Result) -> Result {
    current.update(change, publish: { publish($0, $1) }, receive: receiver)
  }

  /// Validates the whole form and waits for the answers of services, like `LiveForm.submit`: the
  /// outcome is never `pending`, and a change in the meantime starts validation again.
  ///
  /// - Throws: `CancellationError`.
  public func submit() async throws -> FormOutcome {
    try await current.submit(publish: { publish($0, $1) }, receive: receiver)
  }

  private var receiver: InquiringSession<Root>.Receiver {
    { [weak self] in await self?.receive($0) }
  }

  private func receive(_ reply: InquiryRequests.Reply) {
    current.receive(reply, publish: { publish($0, $1) }, receive: receiver)
  }

  /// Updates views and calls the handler after a change.
  private func publish(_ earlier: FormSession<Root>, _ events: [FormEvent]) {
    let changed = current.session.changedSlots(since: earlier).map(ObservedPart.slot)
    for part in changed + [.session] {
      registrar.withMutation(of: self, keyPath: \.[part: part]) {}
    }
    if let onEvent { for event in events { onEvent(event) } }
  }

  /// Returns the session, and registers the view that reads it as an observer of a part.
  private func observing(_ part: ObservedPart) -> FormSession<Root> {
    registrar.access(self, keyPath: \.[part: part])
    return current.session
  }

  /// Returns the session for reading the status of a field. A path of no field may become that of a
  /// field, so its readers observe the whole session.
  func session(observing path: PartialKeyPath<Root>) -> FormSession<Root> {
    observing(current.session.slot(of: path).map(ObservedPart.slot) ?? .session)
  }

  /// Identifies a part for `registrar`, which requires a key path.
  private nonisolated subscript(part part: ObservedPart) -> ObservedPart { part }
}

/// What views observe separately.
private enum ObservedPart: Hashable {
  /// The status of a slot.
  case slot(Int)
  /// The whole session.
  case session
}
