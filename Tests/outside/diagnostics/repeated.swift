// value of type 'S' has no member 'adresses'
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
    Each("addresses", \.adresses) { Property("zip", \.zip, .required) }
  }
}
