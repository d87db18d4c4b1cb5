import FormModels

/// The model of the tests of sessions.
struct SignUp: Sendable {
  var email = ""
  var password = ""
  var repeated = ""
  var age: Int?
  var address = Address()
  var delivery: Address?
  var items: [Item] = []

  struct Address: Sendable {
    var country = ""
    var zip = ""
  }
  struct Item: Sendable {
    var name = ""
    var quantity = 1
  }

  static func validator() throws -> ModelValidator<SignUp> {
    try ModelValidator {
      Property("email", \.email, .required, .email()).label("E-mail")
      Property("password", \.password, .required, .length(min: 3), .length(max: 8).id("p.max"))
      Property("repeated", \.repeated, .equals(.field("password")))
      Property("age", \.age, .range(min: 18).severity(.warning))
      RecordRules(.must("email != password"))
      Nested("address", \.address) {
        Property("country", \.country, .required)
        Property("zip", \.zip, .length(exact: 5).when("country = 'DE'"))
      }
      Each("items", \.items) {
        Property("name", \.name, .required, .unique())
        Property("quantity", \.quantity, .range(min: 1))
      }
    }
  }

  static func session(_ policy: FieldValidationPolicy) throws -> FormSession<SignUp> {
    FormSession(SignUp(), try validator(), policy: policy)
  }
}

extension FormEvent {
  /// A short description of the event.
  var short: String {
    switch self {
    case .edited(let field): "edited \(field)"
    case .refused(let field, let errors): "refused \(field) \(errors.map(\.code))"
    case .validated(let validation): "validated \(validation.field ?? "-")"
    case .validityChanged(let validation):
      "changed \(validation.field ?? "-") \(validation.before)-\(validation.after)"
        + validation.appeared.map { " +\($0.code)" }.joined()
        + validation.disappeared.map { " -\($0.code)" }.joined()
    case .formValidated(let before, let after): "form \(before)-\(after)"
    }
  }
}
