#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FormServer

/// Connections to a listening server.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  private static func post(_ fields: String..., body: String = "") -> String {
    ([
      "POST /forms/people/submissions HTTP/1.1", "Host: localhost",
      "Content-Type: application/json",
    ] + fields).map { $0 + "\r\n" }.joined() + "\r\n" + body
  }

  @Test func theResponseArrivesAlthoughTheBodyIsTooLarge() async throws {
    var server = try TestServer()
    server.configuration.maximumBody = 100
    try await ListeningServer.run(server) { listening in
      let response = await listening.response(
        to: Self.post("Content-Length: 10000000000"), bodyBytes: 8 << 20)
      #expect(response.hasPrefix("HTTP/1.1 413"), "\(response.prefix(100))")
    }
  }

  /// A client that announces too much is refused before it sends anything, and one that waits for
  /// permission gets it only if the request is accepted.
  @Test func bodiesAreRequestedOnlyIfTheyAreAccepted() async throws {
    let server = try TestServer()
    try await ListeningServer.run(server) { listening in
      for expect in ["Accept: */*", "Expect: 100-continue"] {
        let refused = await listening.response(to: Self.post("Content-Length: 900000000", expect))
        #expect(refused.hasPrefix("HTTP/1.1 413"), "\(refused.prefix(100))")
      }
      let body = #"{"id": 1}"#
      let accepted = await listening.response(
        to: Self.post(
          "Content-Length: \(body.utf8.count)", "Expect: 100-Continue", "Connection: close")
      ) { $0 == "HTTP/1.1 100 Continue\r\n\r\n" ? body : nil }
      #expect(accepted.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201"), "\(accepted)")
    }
    #expect(try server.submissions == 1)
  }

  /// A client that still waits for permission may send the body after a refusal or another request.
  @Test func aConnectionWhoseBodyIsRefusedIsClosed() async throws {
    try await ListeningServer.run(try TestServer()) { listening in
      for (field, isClosed) in [("Accept: */*", false), ("Expect: 100-continue", true)] {
        let request = "POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\(field)\r\n\r\n"
        let response = await listening.onThread {
          let connection = RawConnection(listening.port)
          connection?.send(Array(request.utf8))
          var response = ""
          while !response.contains("\r\n\r\n"), let part = connection?.receive() {
            response += String(decoding: part, as: UTF8.self)
          }
          return response.lowercased()
        }
        #expect(response.hasPrefix("http/1.1 404"), "\(response)")
        #expect(response.contains("connection: close") == isClosed, "\(response)")
      }
    }
  }

  /// (request, status)
  private static let malformed = [
    (post("Transfer-Encoding: chunked", body: "zz\r\n{}\r\n0\r\n\r\n"), 400),
    (post("Transfer-Encoding: gzip, chunked", body: "2\r\n{}\r\n0\r\n\r\n"), 501),
    (post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), 501),
    (
      post(
        "Transfer-Encoding: Chunked", "Connection: close",
        body: "9\r\n{\"id\": 1}\r\n0\r\n\r\n"), 201
    ),
    ("GET /healthz HTTP/1.1\r\n\r\n", 400),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET /healthz HTTP/1.0\r\n\r\n", 200),
    ("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    ("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
  ]

  @Test(arguments: malformed) func malformedRequestsAreRefused(request: String, status: Int)
    async throws
  {
    let server = try TestServer()
    try await ListeningServer.run(server) { listening in
      let response = await listening.response(to: request)
      #expect(response.contains(" \(status) "), "\(response.prefix(100))")
    }
  }

  /// Not even the last chunk of a body of unknown length follows the response to HEAD.
  @Test func responsesToHeadEndWithTheirHeader() async throws {
    let server = try TestServer()
    let token = try server.token(.read)
    let fields = "Host: a\r\nAuthorization: Bearer \(token)\r\n"
    let response = try await ListeningServer.run(server) { listening in
      await listening.response(
        to: "HEAD /forms/people/all?format=csv HTTP/1.1\r\n\(fields)\r\n"
          + "GET /healthz HTTP/1.1\r\n\(fields)Connection: close\r\n\r\n")
    }
    #expect(response.split(separator: "HTTP/1.1 200").count == 2, "\(response)")
    #expect(!response.contains("\r\n0\r\n"), "\(response)")
    #expect(!response.lowercased().contains("content-length: 0"), "\(response)")
  }

  /// (request without its version, the end of the response)
  private static let oldRequests: [(line: String, fields: String, body: String, end: String)] = [
    ("GET /forms/people/all?format=ndjson", "", "", "}\n"),
    ("GET /forms/people/all?format=ndjson", "Connection: keep-alive\r\n", "", "}\n"),
    ("GET /forms/people/all", "", "", "]\n"), ("GET /forms/people/all?format=csv", "", "", "\n"),
    ("GET /forms/people", "", "", "</html>\n"), ("GET /audit", "", "", "</html>\n"),
    ("GET /odata/people", "", "", "]}"), ("GET /none", "", "", "}"),
    (
      "POST /forms/people/imports?name=a.csv",
      "Accept: text/event-stream\r\nContent-Type: text/csv\r\n", "id,name\n2,Bo\n", "\n\n"
    ),
  ]

  /// A client of HTTP/1.0 gets a body that ends with the connection instead of chunks.
  @Test func oldClientsGetNoChunks() async throws {
    let server = try TestServer()
    _ = try server.recorder.submit(SubmissionRequest(fields: [("id", "1")]))
    let token = try server.token(.admin)
    try await ListeningServer.run(server) { listening in
      for (line, fields, body, end) in Self.oldRequests {
        let response = await listening.response(
          to: "\(line) HTTP/1.0\r\nAuthorization: Bearer \(token)\r\n\(fields)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(response.hasPrefix("HTTP/1.0 "), "\(line): \(response.prefix(100))")
        #expect(!response.lowercased().contains("transfer-encoding"), "\(line)")
        #expect(response.hasSuffix(end), "\(line): \(response.suffix(100))")
      }
    }
  }

  /// A server that stores each record in a commit, and pauses in the first.
  private struct PausedServer {
    let core: ServerCore
    let began = DispatchSemaphore(value: 0)
    let resumed = DispatchSemaphore(value: 0)

    init(_ server: TestServer) {
      var (recorder, configuration) = (server.recorder, server.configuration)
      (configuration.port, configuration.recordsPerCommit) = (0, 1)
      let hasBegun = Atomic(false)
      recorder.settings.onSeal = { [began, resumed] _ in
        if hasBegun.exchange(true, ordering: .relaxed) { return }
        began.signal()
        resumed.wait()
      }
      core = ServerCore(recorder, configuration)
    }

    /// Sends 1000 records, and returns once the first is being committed.
    func connection(_ port: Int, _ route: String, _ fields: String = "") -> RawConnection? {
      let connection = RawConnection(port)
      let body = (1...1000).map { "{\"id\":\($0)}\n" }.joined()
      let request =
        "POST /forms/people/\(route) HTTP/1.1\r\nHost: a\r\n\(fields)"
        + "Content-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      connection?.send(Array(request.utf8))
      began.wait()
      return connection
    }
  }

  /// Storing ends when the client disconnects, except for an import with events.
  @Test(arguments: [("submissions", false), ("imports", true)])
  func clientsThatDisconnect(route: String, isComplete: Bool) async throws {
    let server = try TestServer()
    let paused = PausedServer(server)
    try await ListeningServer.run(FormHTTPServer(paused.core)) { listening in
      await listening.onThread {
        let connection = paused.connection(
          listening.port, route, "Accept: text/event-stream\r\n")
        withExtendedLifetime(connection) {}
      }
      paused.resumed.signal()
      let limits = paused.core.limits
      while limits.submissions.current + limits.imports.current > 0 {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    #expect(try (server.submissions == 1000) == isComplete)
  }

  /// A client that closes its sending side cannot be told from one that has disconnected, but
  /// receives the reason and the number of stored records.
  @Test func clientsThatCloseTheirSendingSide() async throws {
    let server = try TestServer()
    let paused = PausedServer(server)
    let response = try await ListeningServer.run(FormHTTPServer(paused.core)) { listening in
      await listening.onThread {
        let connection = paused.connection(listening.port, "submissions")
        connection?.endSending()
        paused.resumed.signal()
        var response = ""
        while let part = connection?.receive() {
          response += String(decoding: part, as: UTF8.self)
        }
        return response
      }
    }
    #expect(response.hasPrefix("HTTP/1.1 503"), "\(response)")
    #expect(response.contains("keep it open"), "\(response)")
    #expect(try response.contains("\"stored\":\(server.submissions)"), "\(response)")
    #expect(try (1..<1000).contains(server.submissions))
  }

  /// A client that does not read is disconnected.
  @Test func clientsThatDoNotRead() async throws {
    var server = try TestServer()
    server.configuration.maximumConnectionsPerAddress = 1
    server.configuration.downloadTimeout = 1
    let request = "GET \(PageAssets.script.path) HTTP/1.1\r\nHost: a\r\n\r\n"
    try await ListeningServer.run(server) { listening in
      let isClosed = await listening.onThread {
        let connection = RawConnection(listening.port)
        // The responses have more bytes than the buffers of the system.
        connection?.send(Array(String(repeating: request, count: 1000).utf8))
        return withExtendedLifetime(connection) {
          // Another connection is accepted once the first one is closed.
          (0..<600).contains { _ in
            Thread.sleep(forTimeInterval: 0.1)
            let other = RawConnection(listening.port)
            other?.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
            return other?.receive() != nil
          }
        }
      }
      #expect(isClosed)
    }
  }

  /// A client that reads slowly is not disconnected, even if the system has enlarged the buffer of
  /// its connection while it read fast.
  @Test func clientsThatReadSlowly() async throws {
    var server = try TestServer()
    server.configuration.maximumConnectionsPerAddress = 1
    server.configuration.downloadTimeout = 2
    let request = "GET \(PageAssets.script.path) HTTP/1.1\r\nHost: a\r\n\r\n"
    try await ListeningServer.run(server) { listening in
      let isOpen = await listening.onThread {
        let connection = RawConnection(listening.port, receiveBuffer: 32 << 10)
        let start = ContinuousClock.now
        connection?.send(Array(String(repeating: request, count: 1500).utf8))
        var received = 0
        while received < 8 << 20, let part = connection?.receive() { received += part.count }
        // 256 KiB per second.
        while ContinuousClock.now - start < .seconds(3.1) {
          Thread.sleep(forTimeInterval: 1.0 / 64)
          guard connection?.receive(maximum: 4 << 10) != nil else { return false }
        }
        return withExtendedLifetime(connection) {
          // Another connection is refused while the first one is open.
          let other = RawConnection(listening.port)
          other?.send(Array("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
          return other?.receive() == nil
        }
      }
      #expect(isOpen)
    }
  }

  @Test func aDownloadEndsWithItsClient() async throws {
    var configuration = ServerConfiguration.patient
    configuration.downloadTimeout = 100_000
    let core = ServerCore(try TestServer().recorder, configuration)
    _ = try await Download.body(core, for: nil) { _, _, send in while true { try send([1]) } }
    while core.limits.downloads.current > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// A download that has not sent anything ends with its request, which is cancelled when the
  /// server stops.
  @Test func aDownloadWithoutBytesEndsWithItsRequest() async throws {
    let core = ServerCore(try TestServer().recorder, .patient)
    let request = Task {
      try await Download.body(core, for: nil) { _, shouldStop, _ in
        while !shouldStop() { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    while core.limits.downloads.current == 0 { try await Task.sleep(for: .milliseconds(1)) }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    while core.limits.downloads.current > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func filesOfKilledServersAreDeleted() async throws {
    let server = try TestServer()
    let files = SubmittedFiles(database: server.recorder.database)
    let paths = [
      try { try IncomingFile(forImportInto: server.recorder.database).path }(),
      try { try files.receive().path }(),
    ]
    for path in paths { try Data().write(to: URL(filePath: path)) }
    // Another upload does not delete them: the time that it takes would grow with the stored files.
    _ = try files.store([1])
    for path in paths { #expect(FileManager.default.fileExists(atPath: path)) }
    try await ListeningServer.run(server) { _ in
      for path in paths { #expect(!FileManager.default.fileExists(atPath: path)) }
    }
  }

  @Test func addressesAreCountedByNetwork() {
    let same = ["2001:db8:1:2::1", "2001:db8:1:2:3:4:5:6"].map(ClientAddress.network(of:))
    #expect(same[0] == same[1])
    #expect(ClientAddress.network(of: "2001:db8:1:3::1") != same[0])
    #expect(same[0] == "2001:db8:1:2::/64")
    #expect(ClientAddress.network(of: "192.0.2.1") == "192.0.2.1")
    for (text, network) in [
      ("192.0.2.1", "192.0.2.1"), ("192.0.2.1:51234", "192.0.2.1"),
      ("2001:db8:1:2::1", same[0]), ("[2001:db8:1:2::1]:51234", same[0]),
      ("[2001:db8:1:2::1]", same[0]), ("::ffff:192.0.2.1", "192.0.2.1"),
      ("::FFFF:192.0.2.1", "192.0.2.1"), ("::ffff:c000:201", "192.0.2.1"),
      ("[::ffff:192.0.2.1]:51234", "192.0.2.1"),
    ] {
      #expect(ClientAddress.network(ofForwarded: text) == network, "\(text)")
    }
    #expect(ServerConfiguration.authority("::1", port: 8080) == "[::1]:8080")
    #expect(ServerConfiguration.authority("127.0.0.1", port: 8080) == "127.0.0.1:8080")
    #expect(
      ClientAddress.network(of: "::ffff:192.0.2.1") != ClientAddress.network(of: "::ffff:192.0.2.2")
    )
  }

  /// The proxy's line of `X-Forwarded-For` may be followed by an empty one.
  @Test func emptyForwardedAddressesAreIgnored() async throws {
    var server = try TestServer()
    server.configuration.isBehindProxy = true
    server.configuration.anonymousRequestsPerMinute = 1
    let core = ServerCore(server.recorder, server.configuration, clock: TestClock().clock)
    let client = TestClient(server: FormHTTPServer(core))
    var statuses: [Int] = []
    for addresses in ["203.0.113.1", "203.0.113.1,", "203.0.113.2, ,", "203.0.113.2:51234"] {
      statuses.append(
        try await client.send(
          .post, "/forms/people/submissions", #"{"id": 1}"#,
          headers: [("X-Forwarded-For", addresses)]
        ).status)
    }
    #expect(statuses == [201, 429, 201, 429])
  }

  @Test(arguments: [
    ("[::1]", ListeningError.unknownHost), ("203.0.113.1", .addressNotAvailable),
  ])
  func hostsWithoutAnAddress(host: String, reason: ListeningError) throws {
    var configuration = ServerConfiguration()
    (configuration.host, configuration.port) = (host, 0)
    let error = #expect(throws: (any Error).self) {
      try FormHTTPServer.requireAvailable(configuration)
    }
    #expect(error.flatMap { ListeningError($0) } == reason)
  }
}
#endif
