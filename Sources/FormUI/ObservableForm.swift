public import FormRules
public import Observation

/// A form for user interfaces: a session on the main actor that views observe. Views read `model`,
/// `status(of:)` and `isSubmittable`, and are updated when these change.
///
/// ```swift
/// let form = ObservableForm(SignUp(), validator, policy: .focusLossThenInput)
/// TextField("E-mail", text: form.binding(\.email))
/// if let message = form.message(\.email) { Text(message) }
/// ```
///
/// With a `ServiceClient`, the form sends the requests of rules after a pause in typing, and shows
/// their answers when they arrive.
@MainActor @Observable
public final class ObservableForm<Root: Sendable> {
  /// The current session.
  public private(set) var session: FormSession<Root>

  /// Called with the events of each change, in order, after the change.
  @ObservationIgnored public var onEvent: (@MainActor (FormEvent) -> Void)?

  @ObservationIgnored private let client: ServiceClient?
  @ObservationIgnored private let delay: Duration
  @ObservationIgnored private var requests = InquiryRequests()

  /// Creates a form with an initial model. No field has been validated yet.
  ///
  /// - Parameters:
  ///   - policy: When fields are validated.
  ///   - client: Sends the requests of rules. Without a client, rules that need an answer fail.
  ///   - delay: The pause in typing before requests are sent.
  public init(
    _ model: Root, _ validator: ModelValidator<Root>,
    policy: FieldValidationPolicy = .focusLossThenInput,
    using client: ServiceClient? = nil, delay: Duration = .milliseconds(300),
    language: Localization = .english
  ) {
    session = FormSession(model, validator, policy: policy, language: language)
    self.client = client
    self.delay = delay.bounded
  }

  /// The current model.
  public var model: Root { session.model }
  /// The state of the whole form.
  public var state: FormState { session.state }
  /// Whether the form can be submitted.
  public var isSubmittable: Bool { session.isSubmittable }

  /// The status of a field.
  public func status(of path: PartialKeyPath<Root>) -> FieldStatus { session.status(of: path) }

  /// The message of a field's first error, or nil if it has none.
  public func message(_ path: PartialKeyPath<Root>) -> String? {
    session.status(of: path).errors.first?.message
  }

  /// Changes a property.
  public func edit<Value>(_ path: WritableKeyPath<Root, Value>, _ value: Value) {
    update { $0.edit(path, value) }
  }

  /// Tells the form that the control of a property has received the focus.
  public func focus(_ path: PartialKeyPath<Root>) {
    update {
      $0.focus(path); return []
    }
  }

  /// Tells the form that the control of a property has lost the focus.
  public func blur(_ path: PartialKeyPath<Root>) { update { $0.blur(path) } }

  /// Tells the form that the focus has moved from one control to another.
  public func moveFocus(from old: PartialKeyPath<Root>?, to new: PartialKeyPath<Root>?) {
    if let old { blur(old) }
    if let new { focus(new) }
  }

  /// Validates the whole form without waiting for services.
  @discardableResult
  public func validate() -> FormOutcome {
    var outcome: FormOutcome?
    update { session in
      let validated = session.validate()
      outcome = validated
      return validated.events
    }
    return outcome ?? session.validate(notifyingFields: false)
  }

  /// Validates the whole form and waits for the answers of services. The outcome is never
  /// `pending`.
  ///
  /// - Throws: `CancellationError`.
  public func submit() async throws -> FormOutcome {
    let live = LiveForm(session, using: client)
    let outcome = try await live.submit()
    let submitted = await live.session
    update { session in
      session = submitted
      return []
    }
    return outcome
  }

  /// Shows errors that a server reported.
  public func addServerErrors(_ errors: ValidationErrors) { update { $0.addServerErrors(errors) } }

  /// Changes the session and announces the events that the change returns.
  public func update(_ change: (inout FormSession<Root>) -> [FormEvent]) {
    // Changes a copy, because rules written in Swift may read the form during the change.
    var changed = session
    let events = change(&changed)
    session = changed
    updateRequests()
    if let onEvent { for event in events { onEvent(event) } }
  }

  /// Cancels requests that are no longer needed, and sends new ones after a pause.
  private func updateRequests() {
    let delay = client == nil ? .zero : delay
    requests.update(for: session.inquiries, delay: delay) { inquiry, pause in
      Task { [weak self, client] in
        await pause.value
        let answers = Task.isCancelled ? nil : try? await client?.answers(to: inquiry.requests)
        self?.receive(answers ?? [], to: inquiry, after: pause)
      }
    }
  }

  private func receive(
    _ answers: [ServiceAnswer], to inquiry: FormInquiry, after pause: Task<Void, Never>
  ) {
    guard requests.end(inquiry, after: pause) else { return }
    update { $0.answer(inquiry, with: answers) }
  }
}
