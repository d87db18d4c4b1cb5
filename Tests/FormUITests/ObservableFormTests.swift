import FormRules
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
      _ = form.message(\.email)
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    form.edit(\.email, "x")
    let wasNotified = isNotified.withLock { $0 }
    #expect(wasNotified)
    #expect(form.message(\.email) != nil)
    form.edit(\.email, "ana@example.com")
    #expect(form.message(\.email) == nil && form.model.email == "ana@example.com")
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
    form.edit(\.email, "ana@example.com")
    form.edit(\.name, "ana")
    #expect(form.status(of: \.name).state == .pending)
    #expect(try await form.submit().errors.map(\.code) == ["taken"])
    #expect(form.message(\.name) == "name is taken.")
    form.edit(\.name, "bo")
    #expect(try await form.submit().state == .valid)
    form.addServerErrors(
      try #require(
        ValidationErrors([ValidationError(field: "name", rule: "x", code: "x", message: "X")])))
    #expect(form.message(\.name) == "X")
  }
}
