#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Each limit at its edge.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
  private static let path = "/forms/people/submissions"
  private static let ndjson = "application/x-ndjson"

  private static func lines(_ count: Int) -> String {
    String(repeating: "{\"id\":1}\n", count: count)
  }

  /// The statuses of requests with these numbers of records, in order.
  private func statuses(
    of counts: [Int], token: Bool = false, _ change: (inout ServerConfiguration) -> Void
  ) async throws -> [Int] {
    var server = try TestServer()
    change(&server.configuration)
    let token = token ? try server.token(.submit) : nil
    return try await server.test { client in
      var statuses: [Int] = []
      for count in counts {
        statuses.append(
          try await client.send(
            .post, Self.path, Self.lines(count), type: Self.ndjson, token: token
          ).status)
      }
      return statuses
    }
  }

  @Test func recordsOfARequestAreLimited() async throws {
    #expect(try await statuses(of: [3, 4]) { $0.maximumRecords = 3 } == [201, 413])
  }

  /// Requests without a token are limited by their records and their bytes, others are not. Each
  /// limit is spent at once, so that it takes a minute until the next request would be accepted.
  @Test func anonymousClientsAreLimited() async throws {
    #expect(
      try await statuses(of: [3, 3, 4]) { $0.anonymousRecordsPerMinute = 3 } == [201, 429, 413])
    #expect(
      try await statuses(of: [3, 3, 4], token: true) { $0.anonymousRecordsPerMinute = 3 }
        == [201, 201, 201])
    #expect(
      try await statuses(of: [3, 3, 4]) { $0.anonymousBytesPerMinute = 27 } == [201, 429, 413])
    #expect(
      try await statuses(of: [2, 1], token: true) { $0.anonymousBytesPerMinute = 1 } == [201, 201])
    #expect(try await statuses(of: [1, 1]) { $0.anonymousRequestsPerMinute = 1 } == [201, 429])
  }

  /// The records of a file are counted after its import.
  @Test func anonymousFilesAreLimited() async throws {
    var server = try TestServer()
    server.configuration.anonymousRecordsPerMinute = 3
    server.configuration.maximumAnonymousUpload = 30
    let statuses = try await server.test { client in
      var statuses: [Int] = []
      for text in ["id\n" + String(repeating: "1", count: 28), "id\n1\n2\n3\n4\n", "id\n1\n"] {
        statuses.append(
          try await client.send(.post, "/forms/people/imports", text, type: "text/csv").status)
      }
      return statuses
    }
    #expect(statuses == [413, 201, 429])
  }

  @Test func networksAreRemembered() throws {
    let limit = RateLimit(perMinute: 2, of: "records")
    try limit.count("a", 2)
    #expect(throws: Problem.self) { try limit.count("a") }
    try limit.count("b")
    limit.charge("b", 1_000_000)
    #expect(throws: Problem.self) { try limit.count("b") }
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

  @Test func workEndsBetweenCommits() async throws {
    var server = try TestServer()
    server.configuration.recordsPerCommit = 4
    server.configuration.anonymousStoringTimeout = 0
    let response = try await server.test {
      try await $0.send(.post, Self.path, Self.lines(10), type: Self.ndjson)
    }
    #expect(response.status == 503)
    #expect(try server.submissions == 0)
    let core = ServerCore(server.recorder, .patient)
    core.stop()
    #expect(core.isStopping)
    let token = try server.token(.submit)
    let stopped = try await TestClient(server: FormServer(core)).send(
      .post, "/forms/people/imports", "id\n1\n", type: "text/csv", token: token)
    #expect(stopped.status == 503)
  }

  /// An error in a later commit states what the earlier ones stored.
  @Test func storedRecordsAreStated() async throws {
    var server = try TestServer(
      TestServer.definitions.replacing("key:", with: "columns: refuse\nkey:"))
    server.configuration.recordsPerCommit = 2
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, Self.lines(3) + "{\"x\":1}\n" + Self.lines(2), type: Self.ndjson)
    }
    #expect(response.status == 400)
    #expect(response["stored"] == "2")
    #expect(try server.submissions == 2)
  }

  @Test func concurrentWorkIsLimited() async throws {
    let limit = PendingLimit(2, of: "files")
    try limit.begin()
    try limit.begin()
    #expect(throws: Problem.self) { try limit.begin() }
    limit.end()
    try limit.begin()
    var server = try TestServer()
    server.configuration.maximumImports = 0
    let response = try await server.test {
      try await $0.send(.post, "/forms/people/imports", "id\n1\n", type: "text/csv")
    }
    #expect(response.status == 503)
  }

  @Test func formDataIsLimited() async throws {
    for (values, status) in [(3, 403), (4, 400)] {
      var server = try TestServer()
      server.configuration.maximumFormValues = 3
      let response = try await server.test {
        try await $0.send(
          .post, Self.path, (0..<values).map { "v\($0)=1" }.joined(separator: "&"),
          type: "application/x-www-form-urlencoded")
      }
      #expect(response.status == status)
    }
  }
}
#endif
