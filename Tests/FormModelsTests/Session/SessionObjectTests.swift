import FormModels
import Synchronization
import Testing

/// Models that are classes, and rules that read a live form.
@Suite struct SessionObjectTests {
  private final class Account {
    var name = "ana"
    var address = SignUp.Address(country: "DE", zip: "12345")
  }

  private func session() throws -> FormSession<Account> {
    let validator = try ModelValidator<Account> {
      Property("name", \.name, .length(max: 3))
      Nested("address", \.address) { Property("zip", \.zip, .length(max: 5)) }
    }
    var form = FormSession(Account(), validator)
    form.setRefusesInvalidInput(true, for: \.name)
    form.setRefusesInvalidInput(true, for: "address.zip")
    return form
  }

  @Test func refusedChangeDoesNotModifyTheObject() throws {
    var form = try session()
    let account = form.model
    #expect(form.edit(\.name, to: "anna").map(\.short) == ["refused name [\"length.tooLong\"]"])
    #expect(account.name == "ana")
    #expect(!form.edit("name") { $0.name = "anne" }.map(\.short).contains("edited name"))
    #expect(account.name == "ana")
    let zip = form.edit(\.address.zip, to: "123456")
    #expect(zip.map(\.short) == ["refused address.zip [\"length.tooLong\"]"])
    #expect(account.address.zip == "12345")
    #expect(form.edit(\.name, to: "ann").map(\.short) == ["edited name"])
    #expect(account.name == "ann" && form.model === account)
  }

  /// The closure reads the form during its validation.
  @Test(.timeLimit(.minutes(10))) func ruleClosureMayReadTheForm() async throws {
    let found = Mutex<LiveForm<SignUp>?>(nil)
    let rule = ModelRule<SignUp>.custom("same", "{label} is another.") { (text: String) in
      let form = found.withLock(\.self)
      return form?.assumeIsolated { $0.session.model.email } != text
    }
    let validator = try ModelValidator<SignUp> {
      Property("email", \.email, .all(rule, rule))
      Check("check", "Checked.") { model in
        found.withLock(\.self)?.assumeIsolated { $0.session.status(of: \.email).isEdited } ?? true
      }
    }
    let form = LiveForm(FormSession(SignUp(), validator, policy: .input))
    found.withLock { $0 = form }
    await form.update { $0.edit(\.email, to: "ana@example.com") }
    #expect(await form.session.status(of: \.email).state == .valid)
    #expect(try await form.submit().state == .invalid)
    found.withLock { $0 = nil }
  }
}
