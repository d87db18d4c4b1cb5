#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Pages with fields that depend on others, values in their address, and frames.
@Suite(.timeLimit(.minutes(10))) struct DerivedFieldTests {
  private static let form = """
    form: f
    embed: ["https://www.example.org", "http://localhost:9000"]
    fields:
      - {name: kind, type: text, required: true, choices: [private, company], prefill: true}
      - {name: company, type: text, required: true, section: Firm, show: {when: kind = 'company'}}
      - {name: letter, type: file, show: {when: kind = 'company'}}
      - {name: quantity, type: integer, prefill: true}
      - {name: price, type: decimal, scale: 2}
      - {name: total, type: decimal, scale: 2, value: quantity * price}
      - {name: tags, type: list, prefill: true}
      - {name: source, type: text, prefill: true}
      - {name: card, type: text, prefill: true}
    ---
    rules: f
    form: f
    fields:
      company: [{length: {min: 2}}]
      card: [paymentCard]
    """

  @Test func valuesOfHiddenFieldsAreDropped() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let sent = try await client.send([
        ("kind", "private"), ("company", "L"), ("quantity", "3"), ("price", "1.05"),
        ("total", "999"),
      ])
      #expect(sent.headers[.location]?.hasPrefix("/forms/f/sent/1") == true)
    }
    let stored = try server.stored()
    #expect(stored.count == 1 && stored[0].contains(#""kind":"private","company":null"#))
    #expect(stored[0].contains(#""total":"3.15""#))
  }

  /// JSON is stored as it arrives.
  @Test func recordsInJSONAreNotAltered() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let response = try await client.post(
        "/forms/f/submissions",
        #"{"kind":"private","company":"L","quantity":3,"price":1.05,"total":4}"#,
        [.contentType: "application/json", .accept: "application/json"])
      #expect(response.status == 422)
      #expect(response.text.contains(#""code":"hidden""#))
      #expect(response.text.contains("total must equal quantity * price."))
      #expect(!response.text.contains("tooShort"))
      let valid = try await client.post(
        "/forms/f/submissions", #"{"kind":"private","quantity":3,"price":1.05}"#,
        [.contentType: "application/json", .accept: "application/json"])
      #expect(valid.status == 201)
    }
    #expect(try server.stored()[0].contains(#""company":"L""#))
  }

  /// Without scripts, the page is shown again if the answers add fields.
  @Test func fieldsThatWereNotShownAreShownBeforeAnythingIsStored() async throws {
    let server = try PageServer(Self.form)
    let hidden = [("_formrec.hidden", "company"), ("_formrec.hidden", "letter")]
    try await server.run { client in
      let first = try await client.get("/forms/f").text
      #expect(first.contains("data-field=\"company\" data-kept data-typed hidden>"))
      #expect(first.contains("name=\"_formrec.hidden\" value=\"company\">"))
      let again = try await client.sendAndFollow([("kind", "company")] + hidden).text
      #expect(again.contains("Your answers have added fields."))
      #expect(again.contains("data-field=\"company\" data-kept data-typed>"))
      #expect(again.contains("name=\"_formrec.hidden\" value=\"company\" disabled>"))
      #expect(try server.stored().isEmpty)
      let rejected = try await client.sendAndFollow([("kind", "company"), ("company", "")]).text
      #expect(rejected.contains("This field is required."))
      // A field that the page shows and that its answers hide again.
      let sent = try await client.send([("kind", "private"), ("company", "Lima")])
      #expect(sent.headers[.location]?.contains("/sent/") == true)
    }
    #expect(try server.stored().count == 2)
  }

  /// There is nothing to fill in for a computed field.
  @Test func computedFieldsThatWereNotShownAreStored() async throws {
    let server = try PageServer(
      """
      form: f
      fields:
        - {name: a, type: integer}
        - {name: b, type: integer, value: a * 2, show: {when: a > 1}}
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      let sent = try await client.send([("a", "2"), ("_formrec.hidden", "b")])
      #expect(sent.headers[.location]?.contains("/sent/") == true)
    }
    #expect(try server.stored()[0].contains(#""b":"4""#))
  }

  @Test func fieldsAppearAndAreComputedWhileTyping() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      for (values, expected) in [
        (
          #"["kind","private"],["company","L"],["quantity","2"],["price","1.5"]"#,
          #""hidden":["company","letter"],"computed":{"total":"3.00"}"#
        ),
        (#"["kind","company"],["company","L"]"#, #""hidden":[],"computed":{"total":""}"#),
      ] {
        let response = try await client.post(
          "/forms/f/validation", #"{"event":"input","visited":["company"],"values":[\#(values)]}"#,
          [.contentType: "application/json", .accept: "*/*"])
        #expect(response.text.contains(expected), "\(response.text)")
        #expect(response.text.contains("at least 2") == values.contains(#""company"],"#))
      }
    }
  }

  @Test func theAddressContainsValues() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      let page = try await client.get(
        "/forms/f?kind=company&quantity=%3Cb%3E%22&price=9&tags=a+1&tags=b&source=x&card=4111"
          + "&total=7&company=L&utm=%ff&kind=%ff&quantity"
      ).text
      #expect(page.contains("value=\"company\" checked required>"))
      #expect(page.contains("value=\"&lt;b&gt;&quot;\""))
      #expect(
        page.contains("<textarea id=\"f6\" name=\"tags\"") && page.contains("\na 1\nb</textarea>"))
      #expect(!page.contains("\"9\"") && !page.contains("\"4111\"") && !page.contains("\"7\""))
      // The parameter of the page has precedence.
      #expect(page.contains("action=\"/forms/f/submissions?source=x\""))
      #expect(page.contains("id=\"f7\" name=\"source\"") && !page.contains("value=\"x\""))
      #expect(page.contains("data-field=\"company\" data-kept data-typed>"))
      #expect(!page.contains("data-entered") && page.count(of: "data-prefilled") == 3)
    }
    #expect(try server.stored().isEmpty)
  }

  @Test func onlyPagesOfTheFormCanBeFramed() async throws {
    let server = try PageServer(Self.form)
    try await server.run { client in
      _ = try await client.send([("kind", "private")])
      for path in ["/forms/f", "/forms/f/sent/1", "/", "/sign-in", "/forms/g"] {
        let policy = try await client.get(path).headers[.contentSecurityPolicy] ?? ""
        let isFramed = path.hasPrefix("/forms/f")
        let origins = isFramed ? "https://www.example.org http://localhost:9000" : "'none'"
        #expect(policy.hasSuffix("; frame-ancestors \(origins)"), "\(path): \(policy)")
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
      }
    }
  }

  /// A consent is a checkbox also if it is required or has words of its own.
  @Test(arguments: ["type: boolean, required: true", "type: boolean, true: [ja], false: [nein]"])
  func aConsentIsMarked(_ type: String) async throws {
    let server = try PageServer(
      "form: f\nfields: [{name: ok, prefill: true, \(type)}]\n---\nrules: f\nform: f\nfields: {ok: [\"true\"]}\n"
    )
    try await server.run { client in
      let page = try await client.get("/forms/f?ok=\(type.contains("ja") ? "ja" : "true")").text
      #expect(!page.contains(" checked"))
      #expect(page.contains("type=\"checkbox\"") && page.contains("class=\"mark\""))
      #expect(page.contains("This confirmation is needed to send the form."))
      let no = type.contains("nein") ? "nein" : "false"
      let again = try await client.sendAndFollow([("ok", no)]).text
      #expect(again.contains("<p class=\"error\">Please confirm this to continue.</p>"))
    }
  }
}
#endif
