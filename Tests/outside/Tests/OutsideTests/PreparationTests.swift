import FormConversion
import FormModels
import Foundation
import Testing

/// Defaults, transforms and the JSON Schema of models.
@Suite struct PreparationTests {
  struct SignUp: Decodable, Sendable {
    var email: String
    var plan: String
    var age: Int?
  }

  @Test func defaultsAndTransformsComeBeforeRules() throws {
    let signUps = try ModelValidator<SignUp>(name: "signups") {
      Property("email", \.email, transform: { $0.lowercased() }, .required, .email()).trimmed()
      Property("plan", \.plan, default: "free", .in(["free", "paid"]))
      Property("age", \.age, .range(18...))
    }
    let signUp = try signUps.decode(from: #"{"email": " Ana@Example.com "}"#.utf8)
    let schema = signUps.jsonSchema
    #expect(signUp.email == "ana@example.com" && signUp.plan == "free")
    #expect(signUps.validate(SignUp(email: "A@b.de", plan: "gold")).errors.map(\.field) == ["plan"])
    let object = try JSONSerialization.jsonObject(with: Data(schema.text.utf8)) as? [String: Any]
    #expect(object?["required"] as? [String] == ["email"])
    #expect(schema.notes.contains { $0.hasPrefix("email: rule 'email': not converted") })
  }
}
