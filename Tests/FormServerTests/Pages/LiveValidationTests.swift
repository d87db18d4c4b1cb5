#if Server
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Validation while a form is filled in.
@Suite(.timeLimit(.minutes(10))) struct LiveValidationTests {
  private static let form = """
    form: f
    fields:
      - {name: email, label: E-mail, type: text, required: true}
      - {name: code, type: text}
      - {name: card, type: text}
      - {name: from, type: date}
      - {name: to, type: date}
      - {name: amount, type: decimal, point: ",", group: "."}
    ---
    rules: f
    form: f
    fields:
      email: [email]
      code: [{length: {max: 3}}, alphanumeric]
      card: [paymentCard]
    record:
      - {must: to >= from, at: to, message: Too early.}
    """

  private static let questions: [(body: String, response: String)] = [
    (
      #"{"event":"blur","visited":["email"],"values":[["email","ana"]]}"#,
      #""email":{"errors":["This field must be an email address"#
    ),
    (
      #"{"event":"blur","visited":["email"],"values":[["email",""]]}"#,
      #""email":{"errors":["This field is required."]"#
    ),
    (
      #"{"event":"blur","visited":["email","x"],"values":[["email","a@example.org"],["x","1"]]}"#,
      #"{"fields":{"email":{"errors":[],"warnings":[],"pending":false}}}"#
    ),
    // Numbers are in the notation of the field.
    (
      #"{"event":"blur","visited":["amount"],"values":[["amount","1.234,5"]]}"#,
      #""amount":{"errors":[]"#
    ),
    (
      #"{"event":"blur","visited":["amount"],"values":[["amount","1.5"]]}"#,
      #""amount":{"errors":["This field must be a decimal number."]"#
    ),
    // A rule on two fields requires both.
    (
      #"{"event":"blur","visited":["to"],"values":[["from",""],["to","2026-01-01"]]}"#,
      #""to":{"errors":[]"#
    ),
    (
      #"{"event":"blur","visited":["from","to"],"values":[["from","2026-02-01"],["to","2026-01-01"]]}"#,
      #""to":{"errors":["Too early."]"#
    ),
    (
      #"{"event":"input","visited":[],"typed":"code","previous":"ab1","values":[["code","ab12"]]}"#,
      #""refused":true,"reasons":["This field must have at most 3 characters"#
    ),
    (
      #"{"event":"input","visited":[],"typed":"code","previous":"a","values":[["code","a-"]]}"#,
      #""refused":true"#
    ),
    (
      #"{"event":"input","visited":[],"typed":"code","previous":"a","values":[["code","ab"]]}"#,
      #"{"fields":{}}"#
    ),
    (
      #"{"event":"input","visited":[],"typed":"card","previous":"","values":[["card","4111 11"]]}"#,
      #"{"fields":{},"card":"Visa"}"#
    ),
  ]

  @Test(arguments: questions.indices)
  func fieldsAreValidated(_ index: Int) async throws {
    let server = try PageServer(Self.form)
    let (body, expected) = Self.questions[index]
    try await server.run { client in
      let response = try await client.post(
        "/forms/f/validation", body, [.contentType: "application/json", .accept: "*/*"])
      #expect(response.status == 200 && response.text.contains(expected), "\(response.text)")
    }
    #expect(try server.stored().isEmpty)
  }

  @Test(arguments: ["", "[]", "{}", #"{"event":"x","visited":[],"values":[]}"#, "{\"event\":"])
  func malformedRequestsAreRejected(_ body: String) async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let response = try await client.post(
        "/forms/f/validation", body, [.contentType: "application/json", .accept: "*/*"])
      #expect(response.status == 400)
    }
  }

  @Test func validationRequiresThePermissionToSubmit() async throws {
    let server = try PageServer(Self.form, isOpen: false)
    try await server.run { client in
      let response = try await client.post(
        "/forms/f/validation", Self.questions[0].body,
        [.contentType: "application/json", .accept: "*/*"])
      #expect(response.status == 401)
    }
  }
}
#endif
