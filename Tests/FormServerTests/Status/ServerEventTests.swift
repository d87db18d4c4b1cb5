#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FormServer

/// What a server reports to its program.
@Suite(.timeLimit(.minutes(10))) struct ServerEventTests {
  private final class Log: Sendable {
    private let all = Mutex<[ServerEvent]>([])

    func add(_ event: ServerEvent) { all.withLock { $0.append(event) } }

    /// The failures and recoveries, and the requests with their status.
    var lines: [String] {
      all.withLock(\.self).map { event in
        switch event {
        case .failed(let reason): reason
        case .recovered: "recovered"
        case .answered(let request):
          "\(request.method) \(request.route ?? "-") \(request.form ?? "-") \(request.status) "
            + "\(request.by ?? "-") \(request.client)"
        }
      }
    }
  }

  @Test func anUnusableStoreIsReportedOnce() async throws {
    let (server, clock, log) = (try TestServer(), TestClock(), Log())
    let core = ServerCore(
      server.recorder, server.configuration, clock: clock.clock, report: log.add)
    let client = TestClient(server: FormHTTPServer(core))
    func statuses() async throws -> [Int] {
      clock.advance(by: .seconds(2))
      var statuses = [
        try await client.send(.post, "/forms/people/submissions", #"{"id": 1}"#).status
      ]
      for path in ["/readyz", "/readyz", "/healthz"] {
        statuses.append(try await client.send(.get, path).status)
      }
      return statuses
    }
    let path = server.recorder.database
    #expect(try await statuses() == [201, 200, 200, 200])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for _ in 0..<2 { #expect(try await statuses() == [500, 503, 503, 200]) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    #expect(try await statuses() == [201, 200, 200, 200])
    #expect(log.lines == ["\(path): is a folder, not a database", "recovered"])
    try FileManager.default.removeItem(atPath: path)
    clock.advance(by: .seconds(2))
    #expect(try await client.send(.get, "/readyz").status == 503)
    #expect(log.lines.count == 3)
  }

  /// The routes of OData convert errors to responses themselves.
  @Test func anUnusableStoreIsReportedByOData() async throws {
    let (server, log) = (try TestServer(), Log())
    let token = try server.token(.read)
    // While the clock stands still, the access list is not read again.
    let core = ServerCore(
      server.recorder, server.configuration, clock: TestClock().clock, report: log.add)
    let client = TestClient(server: FormHTTPServer(core))
    func status() async throws -> Int {
      try await client.send(.get, "/odata/people", token: token).status
    }
    #expect(try await status() == 200)
    let path = server.recorder.database
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for _ in 0..<2 { #expect(try await status() == 500) }
    #expect(log.lines == ["\(path): is a folder, not a database"])
  }

  @Test func aKeyThatCannotBeStoredIsReported() throws {
    let (server, log) = (try TestServer(), Log())
    let path = server.recorder.database + "-key"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    _ = ServerCore(server.recorder, server.configuration, report: log.add)
    #expect(log.lines.count == 1)
    #expect(
      log.lines.first?.hasPrefix(
        "a restart invalidates open pages, because their key is not stored: \(path): ") == true)
  }

  @Test(arguments: ["application/json", "application/x-ndjson"])
  func aStoredRecordReportsThatTheStoreWorks(_ type: String) async throws {
    let (server, log) = (try TestServer(), Log())
    let core = ServerCore(server.recorder, server.configuration, report: log.add)
    core.health.failed("unusable")
    let client = TestClient(server: FormHTTPServer(core))
    let response = try await client.send(
      .post, "/forms/people/submissions", #"{"id": 1}"#, type: type)
    #expect(response.status == 201)
    #expect(log.lines == ["unusable", "recovered"])
  }

  @Test func aFileThatCannotBeStoredIsReported() async throws {
    let (server, log) = (try TestServer(), Log())
    try Data().write(to: URL(filePath: server.recorder.database + "-uploads"))
    let core = ServerCore(server.recorder, server.configuration, report: log.add)
    let response = try await TestClient(server: FormHTTPServer(core)).send(
      .post, "/forms/people/imports", "id\n1\n", type: "text/csv")
    #expect(response.status == 507)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("an uploaded file cannot be stored: ") == true)
  }

  /// The log of requests contains neither values nor names that the server does not know.
  @Test func requestsAreReportedWithoutValues() async throws {
    var server = try TestServer()
    server.configuration.logsRequests = true
    let log = Log()
    let token = try server.token(.admin)
    let core = ServerCore(server.recorder, server.configuration, report: log.add)
    let client = TestClient(server: FormHTTPServer(core))
    for path in [
      "/forms/people?source=ana", "/ana@example.com", "/forms/ana", "/forms/people/sent/9",
    ] {
      _ = try await client.send(.get, path)
    }
    for path in ["/forms/people/submissions?where[email]=ana", "/audit/submissions/77"] {
      _ = try await client.send(.get, path, token: token)
    }
    _ = try await client.send(.post, "/forms/people/submissions", #"{"id": 1, "name": "ana"}"#)
    #expect(
      log.lines == [
        "GET /forms/{form} people 200 - 127.0.0.1", "GET - - 404 - 127.0.0.1",
        "GET /forms/{form} - 401 - 127.0.0.1",
        "GET /forms/{form}/sent/{submission} people 404 - 127.0.0.1",
        "GET /forms/{form}/submissions people 200 admin  127.0.0.1",
        "GET /audit/submissions/{id} - 404 admin  127.0.0.1",
        "POST /forms/{form}/submissions people 201 - 127.0.0.1",
      ])
    server.configuration.logsRequests = false
    let quiet = ServerCore(server.recorder, server.configuration, report: log.add)
    _ = try await TestClient(server: FormHTTPServer(quiet)).send(.get, "/forms/people")
    #expect(log.lines.count == 7)
  }
}
#endif
