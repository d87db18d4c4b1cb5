import FormModels
import FormUI
import Observation
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct ObservableFormTests {
  struct SignUp: Sendable { var name = "", email = "" }

  struct NameIsFree: AsyncRequirement {
    let code = "taken"
    let message = "{label} is taken."
    func check(_ value: String) async -> Bool { value != "ana" }
  }

  private func form() throws -> ObservableForm<SignUp> {
    let validator = try ModelValidator<SignUp> {
      Property("name", \.name, .required, .custom(NameIsFree()))
      Property("email", \.email, .required, .email())
    }
    return ObservableForm(
      SignUp(), validator, policy: .inputAndFocusLoss, using: .local, delay: .zero)
  }

  @Test func viewsAreNotifiedOfChanges() throws {
    let form = try form()
    let isNotified = Mutex(false)
    withObservationTracking {
      _ = form.message(at: \.email)
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    form.edit(\.email, to: "x")
    let wasNotified = isNotified.withLock { $0 }
    #expect(wasNotified)
    #expect(form.message(at: \.email) != nil)
    form.edit(\.email, to: "ana@example.com")
    #expect(form.message(at: \.email) == nil && form.model.email == "ana@example.com")
  }

  /// Whether a change notifies a view that has read a part of a form.
  private func isNotified(
    of read: (ObservableForm<SignUp>) -> Void, in form: ObservableForm<SignUp>,
    by change: (ObservableForm<SignUp>) throws -> Void
  ) rethrows -> Bool {
    let isNotified = Mutex(false)
    withObservationTracking {
      read(form)
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    try change(form)
    return isNotified.withLock { $0 }
  }

  @Test func viewsOfAFieldAreNotifiedOfItsChangesOnly() throws {
    let form = try form()
    let ofName = isNotified(of: { _ = $0.message(at: \.name) }, in: form) { form in
      form.edit(\.email, to: "x")
      form.focus(\.email)
    }
    let ofFocus = isNotified(of: { _ = $0.status(of: \.name) }, in: form) { $0.focus(\.name) }
    let ofSameError = isNotified(of: { _ = $0.message(at: \.email) }, in: form) {
      $0.edit(\.email, to: "y")
    }
    let ofDisabling = isNotified(of: { _ = $0.message(at: \.email) }, in: form) { form in
      form.update { _ = $0.setEnabled(false, for: \.email) }
    }
    #expect(!ofName && ofFocus && !ofSameError && ofDisabling)
    let ofModel = isNotified(of: { _ = $0.model.name }, in: form) { $0.edit(\.email, to: "z") }
    let ofSession = isNotified(of: { _ = $0.session.scenario }, in: form) { $0.scenario = "short" }
    #expect(ofModel && ofSession)
  }

  #if os(Linux) || os(macOS)
  /// The inner change would be lost.
  @Test func aChangeOfTheFormDuringAChangeStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      try await MainActor.run {
        let form = try ObservableFormTests().form()
        form.update { _ in form.edit(\.name, to: "Ana") }
      }
    }
  }
  #endif

  @Test func viewsOfAFieldAreNotifiedOfNewMessagesAndRules() throws {
    let form = try form()
    form.validate()
    let ofLanguage = isNotified(of: { _ = $0.message(at: \.email) }, in: form) { form in
      form.update {
        $0.localization = Localization("de")
        _ = $0.validate()
      }
    }
    let ofRules = try isNotified(of: { _ = $0.message(at: \.email) }, in: form) { form in
      _ = try form.update { session in
        Result { try session.setRules(.length(max: 3), for: \.email) }
      }.get()
    }
    #expect(ofLanguage && ofRules)
  }

  @Test func aFieldThatWasLeftEmptyIsJudged() throws {
    let form = try form()
    var events: [FormEvent] = []
    form.onEvent = { events.append($0) }
    form.moveFocus(from: nil, to: \.email)
    form.moveFocus(from: \.email, to: \.name)
    #expect(form.status(of: \.email).errors.map(\.code) == ["required"])
    #expect(form.status(of: \.name).hasFocus && !events.isEmpty)
  }

  @Test func submissionWaitsForServices() async throws {
    let form = try form()
    form.edit(\.email, to: "ana@example.com")
    form.edit(\.name, to: "ana")
    #expect(form.status(of: \.name).state == .pending)
    #expect(try await form.submit().errors.map(\.code) == ["taken"])
    #expect(form.message(at: \.name) == "name is taken.")
    form.edit(\.name, to: "bo")
    #expect(try await form.submit().state == .valid)
    form.addServerErrors(
      try #require(
        ValidationErrors([ValidationError(field: "name", rule: "x", code: "x", message: "X")])))
    #expect(form.message(at: \.name) == "X")
  }

  /// A requirement that answers when the test says so.
  private final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
      (false, []))
    let arrivals = AsyncStream.makeStream(of: Void.self)

    func pass() async {
      arrivals.continuation.yield()
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiting.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }

    func arrival() async { for await _ in arrivals.stream { return } }
  }

  private struct Waits: AsyncRequirement {
    let gate: Gate
    let code = "taken"
    let message = "{label} is taken."
    func check(_ value: String) async -> Bool {
      await gate.pass()
      return value != "ana"
    }
  }

  private func slowForm(
    _ gate: Gate, delay: Duration = .seconds(600)
  ) throws -> ObservableForm<SignUp> {
    let validator = try ModelValidator<SignUp> {
      Property("name", \.name, .required, .custom(Waits(gate: gate)))
      Property("email", \.email, .email(), .length(max: 3).scenarios("short"))
    }
    return ObservableForm(SignUp(), validator, using: .local, delay: delay)
  }

  /// The field waits for its answer even if the submission no longer does.
  @Test func aCancelledSubmissionSendsItsRequestsAgain() async throws {
    let gate = Gate()
    let form = try slowForm(gate, delay: .zero)
    form.edit(\.name, to: "ana")
    let task = Task { try await form.submit() }
    await gate.arrival()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    for _ in 0..<5_000 where form.status(of: \.name).state == .pending {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(form.status(of: \.name).errors.map(\.code) == ["taken"])
  }

  @Test func changesDuringASubmissionAreKept() async throws {
    let gate = Gate()
    let form = try slowForm(gate)
    var events: [FormEvent] = []
    form.onEvent = { events.append($0) }
    form.edit(\.name, to: "bo")
    events = []
    let task = Task { try await form.submit() }
    await gate.arrival()
    #expect(form.state == .pending && !events.isEmpty)
    #expect(form.edit(\.email, to: "typed").first == .edited(field: "email"))
    form.update { $0.setEnabled(false, for: \.email) }
    form.addServerErrors([ValidationError(rule: "down", code: "down", message: "Later.")])
    form.scenario = "short"
    gate.open()
    #expect(try await task.value.state == .invalid)
    #expect(form.model.email == "typed" && form.scenario == "short")
    #expect(
      !form.status(of: \.email).isEnabled && form.session.status.errors.map(\.code) == ["down"])
    let validated = events.contains { event in
      if case .validated(let validation) = event { validation.field == "name" } else { false }
    }
    #expect(validated && events.contains { if case .formValidated = $0 { true } else { false } })
    // The submission that began before the change is not the outcome: the name is free.
    form.update { $0.removeServerErrors() }
    #expect(try await form.submit().state == .valid)
    #expect(form.status(of: \.name).state == .valid)
  }

  @Test func anInvalidFieldThatChangesMeanwhileIsNotTheOutcome() async throws {
    let gate = Gate()
    let form = try slowForm(gate)
    form.edit(\.name, to: "ana")
    let task = Task { try await form.submit() }
    await gate.arrival()
    form.edit(\.name, to: "bo")
    gate.open()
    #expect(try await task.value.state == .valid)
    #expect(form.model.name == "bo")
  }

  /// The handler also sets the focus, which does not cause another validation.
  @Test(arguments: [FieldValidationPolicy.focusLoss, .manual])
  func aChangeByTheHandlerIsPartOfTheOutcome(_ policy: FieldValidationPolicy) async throws {
    let validator = try ModelValidator<SignUp> { Property("email", \.email, .email()) }
    let form = ObservableForm(SignUp(email: "ana@example.com"), validator, policy: policy)
    var count = 0
    form.onEvent = { event in
      guard case .formValidated = event else { return }
      count += 1
      form.focus(\.email)
      if form.model.email != "ana" { form.edit(\.email, to: "ana") }
    }
    #expect(try await form.submit().errors.map(\.code) == ["email.invalid"])
    #expect(count == 2)
    form.onEvent = nil
  }

  @Test func aSubmissionWhoseHandlerAlwaysEditsCanBeCancelled() async throws {
    let validator = try ModelValidator<SignUp> { Property("email", \.email, .email()) }
    let form = ObservableForm(SignUp(), validator, policy: .manual)
    var count = 0
    form.onEvent = { event in
      guard case .formValidated = event else { return }
      count += 1
      form.edit(\.email, to: "ana@example.com")
    }
    let task = Task { try await form.submit() }
    while count < 2 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    form.onEvent = nil
  }

  @Test func theFormHasWhatItsSessionHas() throws {
    let form = try slowForm(Gate())
    form.scenario = "long"
    form.edit(\.email, to: "no address")
    #expect(!form.blur(\.email).isEmpty)
    #expect(form.firstInvalidField == "email" && form.errors.map(\.code) == ["email.invalid"])
    form.scenario = "short"
    #expect(form.validate().errors.map(\.code).contains("length.tooLong"))
    #expect(form.warnings.isEmpty)
    form.addServerErrors([
      ValidationError(field: "name", rule: "x", code: "x", severity: .warning, message: "X")
    ])
    #expect(form.warnings.map(\.code) == ["x"])
  }

  @Test func formsWithoutAClientFailImmediately() throws {
    let validator = try ModelValidator<SignUp> { Property("name", \.name, .custom(NameIsFree())) }
    let form = ObservableForm(SignUp(), validator, policy: .input)
    form.edit(\.name, to: "bo")
    #expect(form.errors.map(\.code) == ["custom.unavailable"])
  }
}
