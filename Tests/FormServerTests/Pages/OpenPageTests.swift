#if Server
import FormRecorder
import Testing

@testable import FormServer

/// Pages whose record or form changes while they are open.
@Suite(.timeLimit(.minutes(10))) struct OpenPageTests {
  /// The sender of a rejected record changes one field, and a steward meanwhile another one.
  @Test func correctionsOfOthersAreKept() async throws {
    let server = try PageServer(
      """
      form: f
      fields:
        - {name: id, type: integer, required: true}
        - {name: age, type: integer}
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      let page = try await client.sendAndFollow([("id", "x"), ("age", "y")])
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      _ = try server.recorder.importCorrections(
        CorrectionRequest([SubmissionPatch(1, ["id": "1"])]))
      _ = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(token)&id=x&age=30")
    }
    let history = try server.recorder.history(of: 3)
    #expect(history.corrects == 2)
    #expect(history.cells.map(\.text) == ["1", "30"])
    #expect(history.verdicts.last?.isAccepted == true)
  }

  /// A label of which only the normalization has changed.
  @Test func aFormWithOtherBytesIsShown() async throws {
    let definitions = """
      form: f
      fields:
        - {name: id, type: integer, label: \u{E9}}
      ---
      rules: f
      form: f
      """
    let server = try PageServer(definitions)
    let time = TestClock()
    try await server.run(ServerClock(now: time.clock.now)) { client in
      let before = try await client.get("/forms/f")
      #expect(before.text.unicodeScalars.contains("\u{E9}"))
      _ = try server.recorder.apply(
        DefinitionSet(yaml: definitions.replacing("\u{E9}", with: "e\u{301}")))
      time.advance(by: .seconds(client.core.configuration.changeDelay))
      let after = try await client.get("/forms/f")
      #expect(after.text.unicodeScalars.contains("\u{301}"))
    }
  }
}
#endif
