#if Server
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Fields whose names collide with those of the page, of HTML or of the store.
@Suite(.timeLimit(.minutes(10))) struct ControlNameTests {
  static let names = [
    "dataset", "action", "method", "submit", "reset", "elements", "length", "id", "name", "target",
    "addEventListener", "querySelector", "prepend", "className", "parentNode", "isindex",
    "_charset_", "_line", "_submission", "_unknown", "_formrec.token", "_formrec.url",
    "_formrec.field.a", "_formrec.", "csrf", "draft", "source", "errors", "content", "f0", "extra",
    "__proto__", "constructor", "a", "Ä \"<&", "a[b]", "42",
  ]

  @Test(arguments: names) func namesAreReversible(_ name: String) {
    #expect(ControlName.field(of: ControlName.control(of: name)) == name)
    #expect(![ControlName.token, ControlName.honeypot].contains(ControlName.control(of: name)))
    #expect(ControlName.control(of: name) != "_charset_")
  }

  @Test func fieldsOfAllNamesAreSentAndValidated() async throws {
    let fields = Self.names.map { name in
      "  - {name: \(JSON.string(name).text), type: text, required: true}"
    }
    let server = try PageServer(
      "form: f\nfields:\n\(fields.joined(separator: "\n"))\n---\nrules: f\nform: f\n")
    try await server.run { client in
      let page = try await client.get("/forms/f").text
      let controls = page.matches(of: /id="f[0-9]+" name="([^"]*)"/).map {
        String($0.1).replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
          .replacing("&amp;", with: "&")
      }
      #expect(controls == Self.names.map(ControlName.control))
      let values = controls.map { [$0, ""] }
      let body = JSON.object([
        .init("event", .string("blur")), .init("visited", .array(controls.map(JSON.string))),
        .init("values", .array(values.map { .array($0.map(JSON.string)) })),
      ])
      let live = try await client.post(
        "/forms/f/validation", body.text, [.contentType: "application/json", .accept: "*/*"])
      #expect(live.text.count(of: "is required") == Self.names.count, "\(live.text)")
      let sent = try await client.send(controls.enumerated().map { ($1, "v\($0)") })
      #expect(sent.headers[.location]?.hasPrefix("/forms/f/sent/1?code=") == true)
    }
    let stored = try #require(try server.stored().first)
    for (index, name) in Self.names.enumerated() {
      #expect(stored.contains("\(JSON.string(name).text):\"v\(index)\""), "\(name)")
    }
  }

  /// Names in another letter case and aliases mean fields before conditions and computed values are
  /// evaluated.
  @Test func namesAreThoseOfJSON() async throws {
    let server = try PageServer(
      """
      form: f
      fields:
        - {name: kind, type: text, aliases: [Art]}
        - {name: vat, type: text, show: {when: kind = 'firm'}}
        - {name: qty, type: integer, aliases: [amount]}
        - {name: total, type: integer, value: qty * 2}
      ---
      rules: f
      form: f
      """)
    let stored = #""kind":"firm","vat":"V9","qty":"7","total":"14""#
    try await server.run { client in
      for names in [["kind", "vat", "qty", "total"], ["Art", "VAT", "amount", "Total"]] {
        let values = zip(names, ["firm", "V9", "7", "99"]).map { ($0, $1) }
        let sent = try await client.send(values, [.accept: "*/*"])
        #expect(sent.status == 201, "\(sent.text)")
      }
    }
    for record in try server.stored() { #expect(record.contains(stored), "\(record)") }
  }

  /// A control can hide every property of its form, so the script uses none.
  @Test func scriptUsesNoPropertyOfTheForm() {
    #expect(!PageTexts.formJS.contains(/\bform\s*[.\[]/))
  }
}
#endif
