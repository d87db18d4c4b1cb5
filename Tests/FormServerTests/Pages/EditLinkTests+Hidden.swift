#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// What the holder of a link to a record does not see of it.
extension EditLinkTests {
  /// Fields that the page hides keep their values, and decide which others are shown.
  @Test func hiddenFieldsKeepTheirValues() async throws {
    let server = try PageServer(
      """
      form: f
      edit: {days: 30}
      fields:
        - {name: name, type: text}
        - {name: handicap, type: boolean, sensitive: true}
        - {name: illness, type: text, sensitive: true}
        - {name: details, type: text, required: true, show: {when: illness is not blank}}
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      let values = [("name", "Ana"), ("handicap", "true"), ("illness", "flu"), ("details", "mild")]
      let link = try await link(sent(client, values).page.text, client)
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("mild") && !page.text.contains("flu"), "\(page.text)")
      #expect(!page.text.contains(ControlName.control(of: "handicap")))
      #expect(!page.text.contains("data-kept"))
      // A control that the page does not have changes nothing.
      let done = try await change(
        [("name", "Eva"), ("illness", ""), ("details", "mild"), ("handicap", "false")], client,
        headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
      #expect(!done.text.contains("/proof?"))
    }
    let cells = try server.recorder.history(of: 2, showsSensitive: true).cells
    #expect(
      cells.map { "\($0.name)=\($0.text ?? "")" } == [
        "name=Eva", "handicap=true", "illness=flu", "details=mild",
      ])
  }

  /// A field that the holder does not see loses its value with its condition.
  @Test func answersMayHideFieldsThatAreNotShown() async throws {
    let server = try PageServer(
      """
      form: f
      edit: {days: 30}
      fields:
        - {name: kind, type: text}
        - {name: secret, type: text, sensitive: true, show: {when: kind = 'firm'}}
        - {name: agreed, type: boolean, sensitive: true, show: {when: kind = 'firm'}}
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      let values = [("kind", "firm"), ("secret", "swordfish"), ("agreed", "true")]
      let headers = try await open(link(sent(client, values).page.text, client), client)
      let done = try await change([("kind", "person"), ("secret", "")], client, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
    }
    let cells = try server.recorder.history(of: 2, showsSensitive: true).cells
    #expect(cells.map { $0.text ?? "" } == ["person", "", ""])
  }

  /// From a computed value, the holder could calculate the hidden one.
  @Test func hiddenComputedValuesAreNotShown() async throws {
    let server = try PageServer(
      """
      form: f
      edit: {days: 30}
      fields:
        - {name: hours, type: integer}
        - {name: salary, type: integer, sensitive: true}
        - {name: total, type: integer, sensitive: true, value: hours * salary}
      ---
      rules: f
      form: f
      fields:
        hours: [{range: {max: 5}}]
      """)
    try await server.run { client in
      let values = [("hours", "3"), ("salary", "123456789")]
      let link = try await link(sent(client, values).page.text, client)
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("<output") && !page.text.contains("370370367"), "\(page.text)")
      var json = headers
      json[.contentType] = ContentType.json
      json[.csrfToken] = String(try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1))
      let live = try await client.post(
        "/forms/f/validation", #"{"event":"input","visited":[],"values":[["hours","1"]]}"#, json)
      #expect(live.text.contains(#""computed":{"total":""}"#), "\(live.text)")
      // A page that is shown again has what the holder entered.
      let kept = try await change([("hours", "6"), ("salary", "")], client, headers)
      #expect(kept.text.contains("class=\"summary\"") && !kept.text.contains("740740734"))
      let entered = try await change([("hours", "6"), ("salary", "200000000")], client, headers)
      #expect(entered.text.contains("value=\"200000000\""), "\(entered.text)")
      #expect(!entered.text.contains("1200000000"))
      let done = try await change([("hours", "2"), ("salary", "")], client, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
    }
    let cells = try server.recorder.history(of: 2, showsSensitive: true).cells
    #expect(cells.map { $0.text ?? "" } == ["2", "123456789", "246913578"])
  }

  /// The first version does not hide the field, and neither do other rules.
  @Test(arguments: ["f@1", "f@2", "f?rules=f@1"]) func theHolderChoosesNoVersion(
    of address: String
  ) async throws {
    let server = try PageServer(Self.forms.replacing(", sensitive: true", with: ""))
    _ = try server.recorder.apply(DefinitionSet(yaml: Self.forms))
    try await server.run { client in
      let link = try await link(sent(client).page.text, client)
      let headers = try await open(link, client)
      let own = try await client.get("/forms/f", headers)
      #expect(own.text.contains("ana@example.com") && !own.text.contains("swordfish"))
      func path(_ last: String) -> String {
        let parts = address.split(separator: "?")
        return "/forms/\(parts[0])\(last)" + parts.dropFirst().map { "?\($0)" }.joined()
      }
      let page = try await client.get(path(""), headers)
      #expect(page.status == 404 && !page.text.contains("swordfish"))
      var json = headers
      json[.contentType] = ContentType.json
      json[.csrfToken] = String(try #require(own.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1))
      let live = try await client.post(
        path("/validation"), #"{"event":"input","visited":[],"values":[]}"#, json)
      #expect(live.status == 404, "\(live.text)")
      let post = try await client.post(
        path("/submissions"), body([("id", "1")], client, headers), headers)
      #expect(post.status == 404, "\(post.text)")
    }
    #expect(try server.stored().count == 1)
  }
}
#endif
