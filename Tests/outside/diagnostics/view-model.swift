// main actor-isolated property 'form' can not be referenced from a Sendable closure
import FormModels

struct SignUp: Sendable {
  var name = ""
}

@MainActor final class ViewModel {
  var form: FormSession<SignUp>?

  func make() throws -> ModelValidator<SignUp> {
    try ModelValidator<SignUp> {
      Check("untouched", "Edited.") { _ in self.form?.state == .untouched }
    }
  }
}
