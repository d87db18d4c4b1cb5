#if Server
import FormRecorder
import FormRules
import FormTestSupport
import HTTPTypes
import Testing

@testable import FormServer

/// Proofs over HTTP: in the response to a submission, on the page after it, and of stored records.
@Suite(.timeLimit(.minutes(10))) struct ProofRouteTests {
  private static let path = "/forms/people/submissions"

  @Test(arguments: [("?proof=true", "0"), ("", "1")])
  func responsesContainProofsOnRequest(_ query: String, _ header: String) async throws {
    let server = try TestServer()
    try await server.test { client in
      for body in [#"{"id": 1, "name": "Ana"}"#, #"{"name": "A"}"#] {
        let response = try await client.send(
          .post, Self.path + query, body, headers: [("Accept-Proof", header)])
        let report = try ProofReport(Array(try #require(response["proof"]).utf8))
        let submission = try #require(response["submission"])
        #expect(report.json.text.contains("\"submission\":\(submission),"))
        #expect(report.verdict == response["verdict"])
        #expect(report.head == response["head"])
      }
      let response = try await client.send(.post, Self.path, #"{"id": 3}"#)
      #expect(response["proof"] == nil)
    }
  }

  @Test func recordsAreProvedToWhoMayReadThem() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let path = "/forms/people/submissions/1/proof"
      let digest = try await client.get(path, as: .read)
      #expect(digest.headers[.contentType] == "text/plain; charset=utf-8")
      #expect(try ProofReport(Array(digest.text.utf8)).verdict == nil)
      #expect(try await client.get(path + "?raw=true", as: .read).status == 403)
      let whole = try await client.get(path + "?raw=true", as: .correct)
      #expect(try ProofReport(Array(whole.text.utf8)).verdict != nil)
      #expect(try await client.get("/forms/other/submissions/1/proof", as: .read).status != 200)
    }
  }

  @Test func sendersGetAProof() async throws {
    let server = try PageServer(
      """
      form: f
      fields: [{name: email, type: text}]
      ---
      rules: f
      form: f
      """)
    try await server.run { client in
      let sent = try await client.send([("email", "ana@example.org")])
      let page = try await client.follow(sent)
      let link = try #require(
        page.text.firstMatch(of: /href="([^"]+\/proof\?code=[^"]+)"/)?.1)
      let proof = try await client.get(String(link))
      let report = try ProofReport(Array(proof.text.utf8))
      #expect(report.verdict == "accepted")
      #expect(report.json.text.contains("ana@example.org"))
      // The number alone gives nothing.
      let path = "/forms/f/sent/1/proof"
      for path in [path, path + "?code=", path + "?code=x"] {
        #expect(try await client.get(path).status == 404)
      }
      #expect(try await !client.get("/forms/f/sent/1").text.contains("/proof"))
    }
  }
}
#endif
