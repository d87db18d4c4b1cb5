#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// The pages of sorted queries.
@Suite(.timeLimit(.minutes(10))) struct SortedPageTests {
  /// A change of the records between two pages.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The numbers of the records on the pages after the first one, or nil if there are none.
    let rest: [Int]?
    let make: @Sendable (ReadingServer, ReadingClient) async throws -> Void

    init(
      _ description: String, _ rest: [Int]?,
      _ make: @escaping @Sendable (ReadingServer, ReadingClient) async throws -> Void
    ) {
      (testDescription, self.rest, self.make) = (description, rest, make)
    }

    /// A delivery of further records.
    static func delivery(_ description: String, _ csv: String, _ rest: [Int]) -> Change {
      Change("\(description) is delivered", rest) { server, _ in try server.add(csv) }
    }
  }

  /// Nine records in the order 1, 4, 7 (B), 3, 6, 9 (A), 2, 5, 8 (without a name).
  private static let rows = (1...9).map { "\($0),\(["A", "B", ""][$0 % 3])\n" }.joined()
  private static let path = "/odata/people?$orderby=name%20desc"

  /// Submissions 1 and 4 are on the first page. Submissions from 10 on are new.
  private static let changes: [Change] = [
    .delivery("another value of 1", "id,name\n1,A\n", [7, 3, 6, 9, 10, 2, 5, 8]),
    .delivery("an invalid 1", "id,name,born\n1,B,x\n", [7, 3, 6, 9, 2, 5, 8]),
    .delivery("the same 4", "id,name\n4,B\n", [7, 10, 3, 6, 9, 2, 5, 8]),
    .delivery("another value of 4", "id,name\n4,A\n", [7, 3, 6, 9, 10, 2, 5, 8]),
    .delivery("an invalid 4", "id,name,born\n4,B,x\n", [7, 3, 6, 9, 2, 5, 8]),
    .delivery(
      "the same file", "id,name\n" + rows, [10, 13, 16, 12, 15, 18, 11, 14, 17]),
    Change("new rules reject 1, 4 and 7", [3, 6, 9, 2, 5, 8]) { server, _ in
      try server.replay(rejecting: "B")
    },
    Change("new rules reject 1, 4 and 7, and 4 is corrected", [3, 6, 9, 10, 2, 5, 8]) {
      server, client in
      try server.replay(rejecting: "B")
      let response = try await client.send(
        .patch, "/forms/people/submissions/4", as: .correct, [.contentType: "application/json"],
        #"{"name": "A"}"#)
      #expect(response.status == 200, "\(response.text)")
    },
    Change("1 is purged", [7, 3, 6, 9, 2, 5, 8]) { server, _ in try server.purge(1) },
    Change("4 is purged", nil) { server, _ in try server.purge(4) },
    Change("4 is delivered and purged", nil) { server, _ in
      try server.add("id,name\n4,A\n")
      try server.purge(4)
    },
    Change("the import is retracted", nil) { server, _ in try server.retract(1) },
  ]

  /// Records that do not change are neither lost nor repeated, and the place of a record in the
  /// order remains known until its content is deleted.
  @Test(arguments: changes) func pagesContinueAfterAChange(_ change: Change) async throws {
    let server = try ReadingServer("id,name\n" + Self.rows)
    var configuration = ServerConfiguration.patient
    configuration.maximumPage = 2
    try await server.run(configuration) { client in
      let (first, link) = try await client.get(Self.path).page()
      #expect(first == [1, 4])
      let next = try #require(link)
      try await change.make(server, client)
      if let rest = change.rest {
        #expect(try await submissions(client, following: next) == rest)
      } else {
        #expect(try await client.get(next).status == 410)
      }
    }
  }

  /// The limit of `$skip` does not end the links of a sorted query, which have no `$skip`.
  @Test func pagesContinueBeyondTheLimitOfSkip() async throws {
    var configuration = ServerConfiguration.patient
    (configuration.maximumPage, configuration.maximumSortedSkip) = (2, 3)
    let server = try ReadingServer("id,name\n" + Self.rows)
    let all = [1, 4, 7, 3, 6, 9, 2, 5, 8]
    try await server.run(configuration) { client in
      for (options, expected) in [
        ("", all), ("&$top=8", Array(all.prefix(8))), ("&$skip=3", Array(all.dropFirst(3))),
      ] {
        let seen = try await submissions(client, following: Self.path + options)
        #expect(seen == expected, "\(options)")
        let link = try await client.get(Self.path + options).page().next
        #expect(link?.contains("$skiptoken=") == true && link?.contains("$skip=") == false)
      }
      // There is no such submission.
      #expect(try await client.get(Self.path + "&$skiptoken=99").status == 410)
    }
  }

  /// Long records are read in the order of the query, not in that of their numbers.
  @Test func pagesOfLongRecordsEnd() async throws {
    let text = String(repeating: "x", count: 2_000)
    let rows = (1...150).map { "\($0),\(text),a@example.com,,,,," }
    let header = "id,name,email,born,pay,active,seen,First Seat\n"
    var configuration = ServerConfiguration.patient
    configuration.maximumFeedPageBytes = 10_000
    let server = try ReadingServer(header + rows.joined(separator: "\n") + "\n")
    try await server.run(configuration) { client in
      let path = "/odata/people?$orderby=_submission%20desc"
      let seen = try await submissions(client, following: path)
      #expect(seen == (1...150).reversed())
    }
  }

  /// The numbers of the records on a page and those that it links to.
  private func submissions(
    _ client: ReadingClient, following first: String
  ) async throws -> [Int] {
    var path: String? = first
    var seen: [Int] = []
    while let next = path {
      let (found, link) = try await client.get(next).page()
      try #require(!found.isEmpty)
      seen += found
      path = link
    }
    return seen
  }
}
#endif
