#if Server
import FormRecorder
import FormRules
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The addresses of pages, before and after they are sent.
@Suite(.timeLimit(.minutes(10))) struct PageAddressTests {
  private static func form(maximum: Int) -> String {
    """
    form: f
    fields:
      - {name: a, type: text, required: true}
      - {name: secret, type: text, widget: password}
    ---
    rules: f
    form: f
    fields: {a: [{length: {max: \(maximum)}}]}
    """
  }

  private static let second = """
    form: f
    fields:
      - {name: a, type: text, required: true}
      - {name: b, type: text, required: true}
    ---
    rules: f
    form: f
    """

  @Test func pageOfAVersionIsSentToThatVersion() async throws {
    let server = try PageServer(Self.form(maximum: 3))
    _ = try server.recorder.apply(DefinitionSet(yaml: Self.second))
    try await server.run { client in
      let page = try await client.get("/forms/f@1?source=s")
      #expect(page.text.contains("action=\"/forms/f@1/submissions?source=s\""))
      #expect(page.text.contains("data-validation=\"/forms/f@1/validation?source=s\""))
      let token = client.core.pages.tokens.token(
        for: "f", session: nil, since: client.core.clock.seconds() - 9)
      let response = try await client.post(
        "/forms/f@1/submissions", "\(ControlName.token)=\(token)&a=xyz&secret=")
      #expect(response.headers[.location]?.hasPrefix("/forms/f@1/sent/1?code=") == true)
      let wrong = try await client.post(
        "/forms/f@1/submissions", "\(ControlName.token)=\(token)&a=&secret=")
      #expect(wrong.headers[.location]?.hasPrefix("/forms/f@1?draft=") == true)
    }
  }

  @Test func addressOfSubmissionsLeadsThePublicToTheForm() async throws {
    let server = try PageServer(Self.form(maximum: 3))
    try await server.run { client in
      for form in ["f", "f@1"] {
        let response = try await client.get("/forms/\(form)/submissions")
        #expect(response.status == 303)
        #expect(response.headers[.location] == "/forms/\(form)")
      }
    }
    try await PageServer(Self.form(maximum: 3), isOpen: false).run { client in
      let response = try await client.get("/forms/f/submissions")
      #expect(response.headers[.location]?.hasPrefix("/sign-in") == true)
    }
  }

  @Test func draftsAreFoundByTheirFormAndSessionOnly() {
    let core = ServerCore(Recorder(database: "/nonexistent"), .patient)
    let drafts = PageDrafts(core.configuration, core.clock)
    drafts.keep(
      PageDrafts.Draft(
        form: "f", session: "s", token: "", entries: FormEntries([], []), errors: [], notices: [],
        showsHoneypot: false), as: "a")
    #expect(drafts.draft("a", of: "f", session: "s") != nil)
    #expect(drafts.draft("a", of: "g", session: "s") == nil)
    for session in ["t", nil] { #expect(drafts.draft("a", of: "f", session: session) == nil) }
  }

  /// Each of these drafts counts as 1 KiB.
  @Test func theOldestDraftsAreDropped() {
    var configuration = ServerConfiguration.patient
    (configuration.maximumDrafts, configuration.draftLifetime) = (2 << 10, 60)
    let clock = TestClock()
    let drafts = PageDrafts(configuration, clock.clock)
    func keep(_ key: String) -> [Int] {
      drafts.keep(.of(FormEntries([], [])), as: key)
      return ["a", "b", "c", "d", "e"].map(drafts.number)
    }
    #expect(keep("a") == [1, 0, 0, 0, 0])
    #expect(keep("b") == [1, 1, 0, 0, 0])
    #expect(keep("c") == [0, 1, 1, 0, 0])
    drafts.remove("b")
    #expect(keep("d") == [0, 0, 1, 1, 0])
    clock.advance(by: .seconds(61))
    #expect(keep("e") == [0, 0, 0, 0, 1])
    #expect(keep("a") == [1, 0, 0, 0, 1])
  }

  /// The values of a purged record are no longer shown.
  @Test func aDraftEndsWithItsRecord() async throws {
    let server = try PageServer(Self.form(maximum: 3))
    try await server.run { client in
      let sent = try await client.send([("a", "long")])
      let address = try #require(sent.headers[.location])
      #expect(try await client.get(address).text.contains("value=\"long\""))
      var selection = SubmissionSelection.all
      selection.submissions = [1]
      _ = try server.recorder.purge(PurgeRequest(selection, by: "Ana", reason: "request"))
      let page = try await client.get(address)
      #expect(page.status == 200 && !page.text.contains("value=\"long\""))
    }
  }

  @Test func draftsAreShownAtTheirAddressOnly() async throws {
    let server = try PageServer(Self.form(maximum: 3))
    try await server.run { client in
      let sent = try await client.send([("a", "long-text"), ("secret", "s3cret")])
      let address = try #require(sent.headers[.location])
      let shown = try await client.get(address)
      #expect(shown.text.contains("long-text") && !shown.text.contains("s3cret"))
      // An unknown draft is an empty form.
      let other = try await client.get(address + "x")
      #expect(other.status == 200 && !other.text.contains("long-text"))
    }
  }

  @Test func onlyStoredSubmissionsAreConfirmed() async throws {
    let server = try PageServer(Self.form(maximum: 3))
    try await server.run { client in
      let response = try await client.get("/forms/f/sent/999999")
      #expect(response.status == 404)
    }
  }
}
#endif
