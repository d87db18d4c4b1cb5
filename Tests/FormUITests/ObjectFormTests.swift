import FormModels
import FormUI
import Testing

/// A model object that holds its own form, which its rules read.
@MainActor @Suite struct ObjectFormTests {
  private final class Account: @unchecked Sendable {
    var name = ""
    var form: ObservableForm<Account>?
  }

  @Test func rulesMayReadTheFormOfTheirModel() throws {
    let validator = try ModelValidator<Account> {
      Property("name", \.name, .required)
      Check("first", "Edited before.") { account in
        MainActor.assumeIsolated { account.form?.status(of: \.name).isEdited == false }
      }
    }
    let account = Account()
    let form = ObservableForm(account, validator, policy: .input)
    account.form = form
    form.edit(\.name, to: "Ana")
    #expect(form.session.status.errors.isEmpty && form.status(of: \.name).state == .valid)
    #expect(!form.validate().errors.isEmpty)
    account.form = nil
  }
}
