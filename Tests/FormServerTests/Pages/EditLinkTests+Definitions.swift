#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Testing

@testable import FormServer

/// Links to records whose form has several versions or rule sets.
extension EditLinkTests {
  /// The form has got another rule set since the record was sent.
  @Test func thePageHasTheRuleSetOfTheRecord() async throws {
    let server = try PageServer(Self.forms)
    let link: String = try await server.run { client in
      try await self.link(sent(client).page.text, client)
    }
    let other = "\n---\nrules: other\nform: f\nfields:\n  age:\n    - range: {max: 30}\n"
    _ = try server.recorder.apply(DefinitionSet(yaml: Self.forms + other))
    try await server.run { client in
      let headers = try await open(link, client)
      let page = try await client.get("/forms/f", headers)
      #expect(page.text.contains("ana@example.com"), "\(page.text)")
      let record = [("id", "1"), ("mail", "ana@example.com"), ("age", "41")]
      let done = try await change(record, client, headers)
      #expect(done.text.contains("Your changes were received."), "\(done.text)")
    }
    let verdict = try server.recorder.history(of: 2).verdicts.last
    #expect(verdict?.rules == "f" && verdict?.isAccepted == true)
  }

  /// An address with an earlier version of the form grants no more than the current version.
  @Test func theCurrentVersionDeterminesTheLink() async throws {
    let server = try PageServer(Self.forms)
    let path: String = try await server.run { client in
      try await sent(client).path.replacing("/forms/f/", with: "/forms/f@1/")
    }
    _ = try server.recorder.apply(
      DefinitionSet(yaml: Self.forms.replacing("edit: {days: 30}\n", with: "")))
    try await server.run { client in
      let page = try await client.get(path).text
      #expect(!page.contains("/link?"))
    }
    _ = try server.recorder.apply(
      DefinitionSet(yaml: Self.forms.replacing("days: 30", with: "days: 7")))
    try await server.run { client in
      _ = try await link(client.get(path).text, client)
    }
    let grant = try #require(server.recorder.accessGrants().first)
    let granted = try #require(Instant(text: grant.grantedAt))
    let end = try #require(grant.expiresAt.flatMap { Instant(text: $0) })
    // Both times are read from the clock.
    #expect((end.seconds - granted.seconds + 3_600) / 86_400 == 7)
  }
}
#endif
