#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Requests with several records.
@Suite(.timeLimit(.minutes(10))) struct SeveralRecordsTests {
  private static let path = "/forms/people/submissions"
  private static let ndjson = "application/x-ndjson"

  private static func lines(_ count: Int) -> String {
    String(repeating: "{\"id\":1}\n", count: count)
  }

  /// Long requests are stored in commits of limited size, and end between them.
  @Test func linesAreStoredInSeveralCommits() async throws {
    var server = try TestServer(TestServer.definitions.replacing("key: [id]", with: ""))
    server.configuration.recordsPerCommit = 4
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, Self.lines(10), type: Self.ndjson, headers: [("Idempotency-Key", "k")])
    }
    #expect(response.status == 201)
    #expect(response.body.split(separator: "\n").count == 10)
    #expect(try server.submissions == 10)
    // The same request stores nothing.
    let again = try await server.test {
      try await $0.send(
        .post, Self.path, Self.lines(11), type: Self.ndjson, headers: [("Idempotency-Key", "k")])
    }
    #expect(again.status == 201)
    #expect(try server.submissions == 11)
  }

  @Test(arguments: [("", 0), ("?proof=true", 3)])
  func eachLineHasAProofOnRequest(query: String, proofs: Int) async throws {
    let response = try await TestServer().test {
      try await $0.send(.post, Self.path + query, Self.lines(3), type: Self.ndjson)
    }
    #expect(response.status == 201, "\(response.body)")
    #expect(response.body.matches(of: /"proof":/).count == proofs)
  }

  /// A key that is too long stores no line.
  @Test(arguments: [(255, 201, 10), (256, 400, 0)])
  func keysOfLinesHaveALength(length: Int, status: Int, stored: Int) async throws {
    var server = try TestServer(TestServer.definitions.replacing("key: [id]", with: ""))
    server.configuration.recordsPerCommit = 4
    let key = String(repeating: "k", count: length)
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, Self.lines(10), type: Self.ndjson, headers: [("Idempotency-Key", key)])
    }
    #expect(response.status == status, "\(response.body)")
    #expect(try server.submissions == stored)
  }

  /// The key of a single record is never that of a line, whatever its text.
  @Test func keysOfLinesAreNoKeysOfSingleRecords() async throws {
    let server = try TestServer(TestServer.definitions.replacing("key: [id]", with: ""))
    let submissions = try await server.test { client in
      var submissions: [String?] = []
      for (body, key) in [("\n{\"id\":1}\n", "k"), (#"{"id":2}"#, "k/2"), (#"{"id":3}"#, "k")] {
        for _ in 0..<2 {
          let type = body.hasSuffix("\n") ? Self.ndjson : "application/json"
          let response = try await client.send(
            .post, Self.path, body, type: type, headers: [("Idempotency-Key", key)])
          submissions.append(response["submission"])
        }
      }
      return submissions
    }
    #expect(submissions == ["1", "1", "2", "2", "3", "3"])
  }

  @Test func workEndsBetweenCommits() async throws {
    var server = try TestServer()
    server.configuration.recordsPerCommit = 4
    server.configuration.anonymousStoringTimeout = 1e-9
    let response = try await server.test {
      try await $0.send(.post, Self.path, Self.lines(10), type: Self.ndjson)
    }
    #expect(response.status == 503)
    #expect(try server.submissions == 0)
    let core = ServerCore(server.recorder, .patient)
    core.stop()
    #expect(core.isStopping)
    let token = try server.token(.submit)
    let stopped = try await TestClient(server: FormHTTPServer(core)).send(
      .post, "/forms/people/imports", "id\n1\n", type: "text/csv", token: token)
    #expect(stopped.status == 503)
    let detail = try #require(stopped["detail"])
    #expect(detail.hasPrefix("1 records are stored in the unfinished import "), "\(detail)")
    #expect(detail.hasSuffix(": the server is stopping; try again"))
  }

  /// An error in a later commit states what the earlier ones stored.
  @Test func storedRecordsAreStated() async throws {
    var server = try TestServer(
      TestServer.definitions.replacing("key:", with: "supersede: signed-in\nkey:"))
    server.configuration.recordsPerCommit = 2
    let lines = [1, 2, 3, 1, 4].map { "{\"id\":\($0)}\n" }.joined()
    let response = try await server.test {
      try await $0.send(.post, Self.path, lines, type: Self.ndjson)
    }
    #expect(response.status == 409)
    #expect(response["stored"] == "2")
    let detail = "line 4: an accepted record, or an earlier line of the request, has the same key"
    #expect(response["detail"]?.hasPrefix(detail) == true, "\(response.body)")
    #expect(response["detail"]?.contains("nothing was stored") == false, "\(response.body)")
    #expect(response["detail"]?.hasSuffix("; the first 2 records were stored") == true)
    #expect(try server.submissions == 2)
  }

  /// A line that cannot be stored is found before the first commit, and named.
  @Test(arguments: [
    (#"{"x":1}"#, "line 4: "), (#"{"id":3,"no":4}"#, "line 4, column "),
    (#"{"id":3,"id":4}"#, "line 4, column "), (#"{"id":3,"name":"\u0000"}"#, "line 4: the record"),
    ("[]", "line 4, column "), (#"{"id":"#, "line 4, column "),
  ])
  func unreadableLinesStoreNothing(line: String, detail: String) async throws {
    var server = try TestServer(
      TestServer.definitions.replacing("key:", with: "columns: refuse\nkey:")
        .replacing("{name: id,", with: "{name: id, aliases: [no],"))
    server.configuration.recordsPerCommit = 2
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, Self.lines(2) + "\n" + line + "\n" + Self.lines(2), type: Self.ndjson)
    }
    #expect(response.status == 400)
    #expect(response["detail"]?.hasPrefix(detail) == true, "\(response.body)")
    #expect(response["detail"]?.hasSuffix("; nothing was stored") == true, "\(response.body)")
    #expect(response["stored"] == nil)
    #expect(try server.submissions == 0)
  }

  /// A client without a token has a quarter of the submissions that may wait, and half of that in
  /// one commit.
  @Test func aClientWithoutATokenLeavesRoomForOthers() async throws {
    var server = try TestServer(TestServer.definitions.replacing("key: [id]", with: ""))
    server.configuration.maximumPending = 8
    let core = ServerCore(server.recorder, server.configuration)
    let client = TestClient(server: FormHTTPServer(core))
    let token = try server.token(.submit)
    func statuses(_ token: String? = nil, from peer: String) async throws -> [Int] {
      let bodies = [(#"{"id":1}"#, "application/json"), (Self.lines(2), Self.ndjson)]
      var statuses: [Int] = []
      for (body, type) in bodies {
        statuses.append(
          try await client.send(
            .post, Self.path, body, type: type, token: token, from: peer
          ).status)
      }
      return statuses
    }
    try core.limits.submissions.begin(weight: 2, for: "192.0.2.1")
    #expect(try await statuses(from: "192.0.2.1") == [503, 503])
    #expect(try await statuses(token, from: "192.0.2.1") == [201, 201])
    #expect(try await statuses(from: "192.0.2.2") == [201, 201])
    core.limits.submissions.end(weight: 1, for: "192.0.2.1")
    #expect(try await statuses(from: "192.0.2.1") == [201, 201])
    core.limits.submissions.end(weight: 1, for: "192.0.2.1")
    #expect(core.limits.submissions.current == 0)
  }
}
#endif
