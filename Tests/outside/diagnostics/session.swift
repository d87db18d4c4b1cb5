// reference to captured var 'form' in concurrently-executing code [#SendableClosureCaptures]
import FormModels

struct SignUp: Sendable {
  var name = ""
}

func make() throws {
  var form: FormSession<SignUp>?
  let validator = try ModelValidator<SignUp> {
    Property("name", \.name, .required)
    Check("untouched", "Edited.") { _ in form?.state == .untouched }
  }
  form = FormSession(SignUp(), validator)
}
