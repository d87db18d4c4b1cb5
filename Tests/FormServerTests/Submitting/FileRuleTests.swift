#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Testing

@testable import FormServer

/// Rules that read files, in each request that judges records.
@Suite(.timeLimit(.minutes(10))) struct FileRuleTests {
  private static let definitions = """
    form: f
    fields:
      - {name: code, type: text, required: true}
      - {name: doc, type: file}
    ---
    rules: f
    form: f
    fields:
      code: [{length: {max: 3}}]
      doc: [{media: [text/plain]}]
    """

  @Test func everyRequestReadsTheSubmittedFiles() async throws {
    let server = try TestServer(Self.definitions)
    let token = try server.token(.admin)
    let stored = try SubmittedFiles(database: server.recorder.database).store(Array("text".utf8))
    try await server.test { client in
      func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
        type: String = "application/json"
      ) async throws -> TestResponse {
        try await client.send(method, path, body, type: type, token: token)
      }
      let file = "code,doc\nlong1,\nok,\(stored)\nno,none\nlong2,\nlong3,\n"
      let imported = try await send(.post, "/forms/f/imports", file, type: "text/csv")
      #expect(imported["accepted"] == "1" && imported["rejected"] == "4", "\(imported.body)")
      let patched = try await send(.patch, "/forms/f/submissions/1", #"{"code": "a"}"#)
      #expect(patched.status == 200, "\(patched.body)")
      let missing = try await send(.patch, "/forms/f/submissions/3", #"{"code": "n"}"#)
      #expect(missing.status == 422, "\(missing.body)")
      let corrected = try await send(
        .post, "/forms/f/corrections?literal=true",
        #"{"submission": 4, "fields": {"code": "b"}}"# + "\n", type: "application/x-ndjson")
      #expect(corrected.status == 201, "\(corrected.body)")
      let repairs = try await send(
        .post, "/forms/f/repairs?field=code",
        #"{"edits": {}, "repair": {"replace": {"long3": "c"}}}"#)
      #expect(repairs.body.contains(#""closed":1"#), "\(repairs.body)")
      let impact = try await send(.get, "/audit/versions?kind=rules&name=f&impact=true")
      #expect(impact.status == 200, "\(impact.body)")
    }
  }
}
#endif
