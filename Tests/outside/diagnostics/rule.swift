// type 'ModelRule<S>' has no member 'lenght'
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
    Property("name", \.name, .required, .lenght(min: 3))
  }
}
