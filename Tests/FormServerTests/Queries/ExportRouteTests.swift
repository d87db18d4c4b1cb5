#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import NIOEmbedded
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct ExportRouteTests {
  /// Sensitive fields are shown on request, in files that can be corrected and sent back.
  @Test func sensitiveFieldsRequireAPermission() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let path = "/forms/people/open?format=csv"
      let masked = try await client.get(path, as: .correct)
      #expect(masked.text.contains("•••") && !masked.text.contains("wrong"))
      let shown = try await client.get(path + "&sensitive=true", as: .correct)
      #expect(shown.text.contains("wrong") && !shown.text.contains("•••"))
      #expect(shown.headers[.eTag] != masked.headers[.eTag])
      for role in [AccessGrant.Role.read, .submit] {
        #expect(try await client.get(path + "&sensitive=true", as: role).status == 403)
      }
    }
    let reads = try server.reads()
    #expect(reads.map { $0.hasSuffix(", unmasked") } == [false, true])
  }

  @Test func everyFormatExportsTheSelection() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let counts = [
        "current": 3, "open": 2, "rejected": 2, "accepted": 3, "warned": 0, "all": 5,
      ]
      // The server starts once for all cases.
      for (scope, count) in counts {
        let response = try await client.get("/forms/people/\(scope)?format=ndjson")
        #expect(response.status == 200 && response.lines.count == count, "\(scope)")
      }
      for (accept, type) in [
        ("text/csv", "text/csv; charset=utf-8; header=present"),
        ("application/x-ndjson", "application/x-ndjson"), ("*/*", "application/json"),
        (
          "text/html, text/csv;q=0.5, application/json;q=0.4",
          "text/csv; charset=utf-8; header=present"
        ),
        (
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        ),
      ] {
        let response = try await client.get("/forms/people/open", [.accept: accept])
        #expect(response.status == 200 && response.headers[.contentType] == type, "\(accept)")
      }
      let html = try await client.get("/forms/people/open", [.accept: "text/html"])
      #expect(html.status == 406)
      let csv = try await client.get("/forms/people/open?format=csv&bom=false&rule=email.email")
      #expect(csv.lines.first?.hasPrefix("id,name,email,") == true)
      #expect(
        csv.lines.count == 2 && csv.text.contains("4,Dé,•••,") && !csv.text.contains("wrong"))
    }
    try #expect(server.reads().last == "t-read: read open submissions of people as csv")
  }

  @Test func pagesLinkToTheNextPage() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      var path: String? = "/forms/people/all?limit=2"
      var sizes: [Int] = []
      while let next = path {
        let response = try await client.get(next)
        let page = try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [Any]
        sizes.append(page?.count ?? -1)
        path = response.headers[.link].flatMap { $0.firstMatch(of: /<(.*)>; rel="next"/) }
          .map { String($0.1) }
      }
      #expect(sizes == [2, 2, 1])
      let empty = try await client.get("/forms/people/all?after=99")
      #expect(empty.status == 200 && empty.text == "[]\n")
      let many = try await client.get("/forms/people/all?limit=1000000000")
      #expect(many.status == 200 && many.headers[.link] == nil)
    }
  }

  @Test func unchangedContentHasStatus304() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let tag = try #require(try await client.get("/forms/people/open").headers[.eTag])
      let again = try await client.get("/forms/people/open", [.ifNoneMatch: tag])
      #expect(again.status == 304 && again.text.isEmpty)
      // What does not exist has no copy.
      for path in [
        "none/open", "people/open?source=none", "people/open?import=9", "people/submissions/9",
      ] {
        let missing = try await client.get("/forms/\(path)", [.ifNoneMatch: "*"])
        #expect(missing.status == 404, "\(path)")
      }
      let raw = try await client.get(
        "/forms/people/open?raw=true", as: .correct, [.ifNoneMatch: tag])
      #expect(raw.status == 200)
      _ = try server.recorder.waive(.submissions([4]), by: "Ana", reason: "known")
      let changed = try await client.get("/forms/people/open", [.ifNoneMatch: tag])
      #expect(changed.status == 200)
    }
    try #expect(server.reads().count == 3)
  }

  private static let responses: [(String, AccessGrant.Role?, Int)] = [
    ("/forms/people/open", nil, 401), ("/forms/people/open", .submit, 403),
    ("/forms/people/open?raw=true", .read, 403), ("/forms/people/open?raw=true", .correct, 200),
    ("/forms/people/open?raw=yes", .correct, 400), ("/forms/none/open", .read, 404),
    ("/forms/people/open?sorce=x", .read, 400), ("/forms/people/open?limit=0", .read, 400),
    ("/forms/people/open?limit=1&limit=2", .read, 400),
    ("/forms/people/open?since=x", .read, 400),
    ("/forms/people/open?source=nobody", .read, 404),
    ("/forms/people/open?rule=none", .read, 404),
    ("/forms/people/open?format=sqlite", .read, 400),
    ("/forms/people/open?format=csv&delimiter=ab", .read, 400),
    ("/forms/people/open?format=csv&encoding=klingon", .read, 400),
    ("/forms/people/open?since=2026-01-01&import=1", .read, 200),
    ("/forms/people%27%20OR%201/open", .read, 404),
    ("/forms/people/open?after=%FF", .read, 400),
  ]

  @Test func invalidRequestsHaveProblemResponses() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      // The server starts once for all cases.
      for (path, role, status) in Self.responses {
        let response = try await client.get(path, as: role)
        #expect(response.status == status, "\(path): \(response.text.prefix(200))")
      }
    }
    // Only what is sent is recorded.
    let sent = Self.responses.count { $0.2 == 200 }
    #expect(try server.reads().count == sent)
  }

  @Test func failedDownloadIsNotTerminated() async throws {
    let rows = (1...5_000).map { "\($0 % 900 + 1),\($0 == 4_990 ? "Łukasz" : "Ana"),,,,,," }
    let header = "id,name,email,born,pay,active,seen,First Seat\n"
    let definitions = ReadingServer.definitions.replacing("key: [id]\n", with: "")
    let server = try ReadingServer(header + rows.joined(separator: "\n") + "\n", definitions)
    try await server.run { client in
      let path = "/forms/people/all?format=csv&encoding=iso-8859-1"
      await #expect(throws: (any Error).self) { try await client.get(path) }
      // An error before the first bytes is answered like any other.
      try await #expect(client.get(path + "&after=4980").status == 400)
    }
  }

  /// A selection without submissions yet does not keep its thread when its client disconnects.
  @Test func exportEndsWithItsClient() async throws {
    let channel = NIOAsyncTestingChannel()
    _ = try await channel.finish()
    let connection = Connection(channel)
    connection.close()
    let server = try ReadingServer()
    try await server.run { client in
      let response = try await Connection.$current.withValue(connection) {
        try await client.get("/forms/people/all?format=csv")
      }
      #expect(response.status == 503 && response.text.contains("keep it open"), "\(response.text)")
    }
  }

  @Test func largeFilesAreStreamed() async throws {
    let rows = (1...30_000).map { "\($0 % 900 + 1),Name \($0),a@example.com,,,,," }
    let header = "id,name,email,born,pay,active,seen,First Seat\n"
    let definitions = ReadingServer.definitions.replacing("key: [id]\n", with: "")
    let server = try ReadingServer(header + rows.joined(separator: "\n") + "\n", definitions)
    try await server.run { client in
      let all = try await client.get("/forms/people/all?format=csv")
      #expect(all.lines.count == 30_001)
      let page = try await client.get("/forms/people/all")
      #expect(page.headers[.link]?.contains("after=1000>") == true)
      #expect(page.lines.count == 1_002)
    }
  }
}
#endif
