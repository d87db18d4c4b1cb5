#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Concurrent work.
extension LimitProbe {
  static let work = [
    LimitProbe("maximumPending", 3, [201, 503, 201, 503]) { configuration in
      try await withServer(configuration) { core, client in
        try await [(2, 1), (3, 1), (1, 2), (1, 3)].statuses(core.limits.submissions) { count in
          try await client.send(
            .post, "/forms/people/submissions", lines(count), type: "application/x-ndjson",
            token: client.token)
        }
      }
    },
    LimitProbe("maximumFormUploads", 3, [400, 503]) { configuration in
      try await withServer(configuration) { core, client in
        try await [(2, 1), (3, 1)].statuses(core.limits.formUploads) { _ in
          try await client.send(
            .post, "/forms/people/submissions", "", type: "multipart/form-data; boundary=B")
        }
      }
    },
    LimitProbe("maximumImports", 3, [201, 503]) { configuration in
      try await withServer(configuration) { core, client in
        try await [(2, 1), (3, 1)].statuses(core.limits.imports) { _ in
          try await client.send(.post, "/forms/people/imports", "id\n1\n", type: "text/csv")
        }
      }
    },
    LimitProbe("maximumDownloads", 3, [200, 503]) { configuration in
      try await withServer(configuration) { core, client in
        try await [(2, 1), (3, 1)].statuses(core.limits.downloads) { _ in
          try await client.send(.get, "/forms/people/all", token: client.token)
        }
      }
    },
    LimitProbe("maximumPendingReports", 2, [0, 0, 503]) { configuration in
      let reports = AuditReports(configuration, ServerClock())
      return try await withThrowingTaskGroup(of: Int.self) { group in
        var waiting: [AsyncStream<Void>.Continuation] = []
        for number in 0..<3 {
          let (began, begin) = AsyncStream.makeStream(of: Void.self)
          let (end, finish) = AsyncStream.makeStream(of: Void.self)
          waiting.append(finish)
          group.addTask {
            defer { begin.finish() }
            do {
              _ = try await reports.page(.numbered(number)) {
                begin.finish()
                for await _ in end {}
                return ""
              }
              return 0
            } catch let problem as Problem { return problem.status.code }
          }
          // The report is being created, or was refused.
          for await _ in began {}
        }
        for finish in waiting { finish.finish() }
        return try await group.reduce(into: []) { $0.append($1) }.sorted()
      }
    },
  ]

  private static func withServer(
    _ configuration: ServerConfiguration,
    _ body: (ServerCore, TestClient) async throws -> [Int]
  ) async throws -> [Int] {
    let server = try TestServer()
    let core = ServerCore(server.recorder, configuration.opening("people"))
    var client = TestClient(server: FormHTTPServer(core))
    client.token = try server.token(.correct)
    return try await body(core, client)
  }
}

extension [(pending: Int, count: Int)] {
  /// The statuses of requests with these amounts of work while other work is pending.
  fileprivate func statuses(
    _ limit: PendingLimit, _ request: (_ count: Int) async throws -> TestResponse
  ) async throws -> [Int] {
    var statuses: [Int] = []
    for (pending, count) in self {
      // A limit that is too low refuses some.
      let begun = (0..<pending).filter { _ in (try? limit.begin()) != nil }
      statuses.append(try await request(count).status)
      for _ in begun { limit.end() }
    }
    return statuses
  }
}

extension AuditReports.Key {
  static func numbered(_ number: Int) -> Self {
    Self(query: String(number), language: "en", state: nil, links: [])
  }
}
#endif
