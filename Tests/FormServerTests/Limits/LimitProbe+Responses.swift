#if Server
import FormRecorder
import Foundation
import Testing

@testable import FormServer

/// The sizes of responses.
extension LimitProbe {
  static let responses = [
    LimitProbe("maximumPage", 2, [2, 2, 2]) { configuration in
      try await reading(configuration) { client in
        let feed = try await client.get("/odata/people").text
        return [
          try await client.get("/forms/people/all?limit=9").text.count(of: "\"submission\":"),
          try await client.get("/forms/people/submissions?limit=9").text
            .count(of: "\"submission\":"),
          feed.count(of: "\"_submission\":"),
        ]
      }
    },
    LimitProbe("maximumPart", 2, [2]) { configuration in
      try await reading(configuration) { client in
        [try await client.get("/forms/people/all?format=ndjson&limit=9").lines.count]
      }
    },
    // Three records with a number are as long as the limit, one with a name is shorter by one.
    LimitProbe("maximumFeedPageBytes", 26, [3, 3, 2, 2]) { configuration in
      let csv = "id,name\n" + (1...5).map { "\($0),Abcdefg\n" }.joined()
      return try await reading(configuration, csv) { client in
        var counts: [Int] = []
        for query in ["id", "id&$orderby=id", "id,name", "id,name&$orderby=id"] {
          let page = try await client.get("/odata/people?$select=\(query)")
          counts.append(page.text.count(of: "\"id\":"))
        }
        return counts
      }
    },
    LimitProbe("maximumSortedSkip", 2, [200, 400]) { configuration in
      try await reading(configuration) { client in
        [
          try await client.get("/odata/people?$orderby=id&$skip=2").status,
          try await client.get("/odata/people?$orderby=id&$skip=3").status,
        ]
      }
    },
    LimitProbe("maximumFound", 2, [200, 400]) { configuration in
      let csv = "id,name\n1,A\n2,A\n3,B\n4,B\n5,B\n"
      return try await reading(configuration, csv) { client in
        [
          try await client.get("/forms/people/submissions?where[name]=A").status,
          try await client.get("/forms/people/submissions?where[name]=B").status,
        ]
      }
    },
    LimitProbe("maximumLogEvents", 2, [2]) { configuration in
      try await reading(configuration) { client in
        [try await client.get("/audit/log", as: .admin).text.count(of: "<time>")]
      }
    },
  ]

  private static func reading(
    _ configuration: ServerConfiguration, _ csv: String = ReadingServer.csv,
    _ body: @Sendable (ReadingClient) async throws -> [Int]
  ) async throws -> [Int] {
    let server = try ReadingServer(csv)
    return try await body(
      ReadingClient(server: FormHTTPServer(server.recorder, configuration), tokens: server.tokens))
  }
}
#endif
