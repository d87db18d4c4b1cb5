// value of type 'ModelRule<S>' has no member 'mesage'
import FormModels

struct Address: Sendable {
  var zip = ""
}

struct S: Sendable {
  var name = ""
  var age = 0
  var address = Address()
  var addresses: [Address] = []
}

func validator() throws -> ModelValidator<S> {
  try ModelValidator<S> {
    Property("age", \.age, .range(18...))
    Property("name", \.name, .required.mesage("Enter a name."))
  }
}
