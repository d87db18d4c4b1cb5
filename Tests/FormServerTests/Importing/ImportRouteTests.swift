#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Files over HTTP.
@Suite(.timeLimit(.minutes(10))) struct ImportRouteTests {
  @Test func aFileIsImportedOnce() async throws {
    let server = try TestServer()
    let token = try server.token(.submit)
    let csv = "id,name,email\n1,Ana,a@example.com\n2,Ben,\nx,Cem,c@example.com\n"
    let responses = try await server.test { client in
      var responses: [TestResponse] = []
      for _ in 0..<2 {
        responses.append(
          try await client.send(
            .post, "/forms/people/imports?name=../people.csv&source=web", csv, type: "text/csv",
            token: token))
      }
      responses.append(
        try await client.send(
          .post, "/forms/people/imports?again=true", csv, type: "text/csv", token: token,
          headers: [("Accept", "text/event-stream")]))
      #expect(client.server.core.limits.imports.current == 0)
      return responses
    }
    #expect(responses.map(\.status) == [201, 200, 200])
    #expect(responses[0]["rejected"] == "1")
    #expect(responses[0]["file"] == "people.csv")
    #expect(responses[1]["alreadyImported"] == "1")
    #expect(responses[2].body.contains("event: report\n"))
    let uploads = server.folder.path("store.sqlite-uploads")
    #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).isEmpty)
  }

  /// Whoever guesses the content of a file does not learn who sent it, and what became of it.
  @Test(arguments: [nil, .submit, .correct] as [AccessGrant.Role?])
  func earlierImportsAreDescribedToReaders(role: AccessGrant.Role?) async throws {
    let server = try TestServer()
    let sender: String? = try server.recorder.grantToken(
      AccessRequest(name: "clinic", role: .submit)
    ).token
    let token = try role.map { try server.token($0) }
    let responses = try await server.test { client in
      let csv = "id,name,email\n1,Ana,a@example.com\n2,Ben,wrong\n"
      var responses: [TestResponse] = []
      for (path, token, accepted) in [
        ("imports?source=north&batch=spring&reason=visit", sender, "*/*"),
        ("imports", token, "*/*"), ("imports", token, "text/event-stream"),
        ("imports?source=south", token, "*/*"),
      ] {
        responses.append(
          try await client.send(
            .post, "/forms/people/\(path)", csv, type: "text/csv", token: token,
            headers: [("Accept", accepted)]))
      }
      return responses
    }
    #expect(responses.map(\.status) == [201, 200, 200, 200])
    let isReader = role == .correct
    for response in responses.dropFirst() {
      for detail in ["clinic", "north", "visit", #""rejected":1"#, "email.email"] {
        #expect(response.body.contains(detail) == isReader, "\(detail): \(response.body)")
      }
      #expect(response.body.contains(#""alreadyImported":true"#))
    }
    #expect(responses[2].body.contains("event: note") == isReader, "\(responses[2].body)")
    #expect(responses[2].body.contains("spring") == isReader)
    #expect(try server.submissions == 2)
  }

  /// A compressed file may be declared as such.
  @Test(arguments: [("gzip", 201), ("identity", 201), ("br", 415), ("gzip, br", 415)])
  func contentCodingsOfFiles(coding: String, status: Int) async throws {
    let server = try TestServer()
    let body = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tM4TLkAgAP6VvNBQAAAA=="))
    let response = try await FormHTTPServer(server.recorder, server.configuration).response(
      to: .post, "/forms/people/imports",
      headers: [.contentType: "text/csv", .contentEncoding: coding], body: Array(body))
    #expect(response.status.code == status)
    #expect(try server.submissions == (status == 201 ? 1 : 0))
  }

  /// The records of a file count for the rate of a client without a token, after its import.
  @Test(arguments: [([20, 20], [201, 429]), ([4, 1, 1], [201, 201, 429])])
  func recordsOfAnonymousFilesAreCounted(sizes: [Int], expected: [Int]) async throws {
    var server = try TestServer()
    server.configuration.anonymousRecordsPerMinute = 5
    let core = ServerCore(server.recorder, server.configuration, clock: TestClock().clock)
    let client = TestClient(server: FormHTTPServer(core))
    var statuses: [Int] = []
    for (index, size) in sizes.enumerated() {
      let csv = "id\n" + (1...size).map { "\(100 * index + $0)\n" }.joined()
      statuses.append(
        try await client.send(.post, "/forms/people/imports", csv, type: "text/csv").status)
    }
    #expect(statuses == expected)
  }

  /// The records that an import has stored before it fails count, too.
  @Test func recordsOfFailedAnonymousImportsAreCounted() async throws {
    var server = try TestServer()
    server.configuration.anonymousRecordsPerMinute = 5
    let core = ServerCore(server.recorder, server.configuration, clock: TestClock().clock)
    let client = TestClient(server: FormHTTPServer(core))
    let endless = "[" + (1...50_001).map { "{\"id\":\($0)}," }.joined()
    var statuses: [Int] = []
    for body in [endless, "[]"] {
      statuses.append(
        try await client.send(.post, "/forms/people/imports", body, type: "application/json")
          .status)
    }
    #expect(statuses == [400, 429])
  }

  /// A file that is sent again after its import failed continues that import, unless another
  /// caller sends it, another address without a token, or it has another name.
  @Test func interruptedImportsAreResumed() async throws {
    let server = try TestServer()
    let callers = [nil, try server.token(.submit)]
    let endless = "[" + (1...50_001).map { "{\"id\":\($0)}," }.joined()
    let details = try await server.test { client in
      var details: [String?] = []
      for (name, caller, address) in [
        ("a", 0, 1), ("a", 0, 1), ("a", 1, 1), ("b", 1, 1), ("a", 1, 2), ("a", 0, 2),
      ] {
        details.append(
          try await client.send(
            .post, "/forms/people/imports?name=\(name)", endless, token: callers[caller],
            from: "192.0.2.\(address)")["detail"])
      }
      return details
    }
    let imports = details.map { $0?.firstMatch(of: /import ([0-9]+)/).map { Int($0.1) } }
    #expect(imports == [1, 1, 2, 3, 2, 4], "\(details)")
    #expect(throws: RecorderError.self) { try server.recorder.import(5) }
  }

  /// Whoever sends the same file with other parameters learns those of its own import only.
  @Test func parametersOfOtherAddressesAreNotShown() async throws {
    let endless = "[" + (1...50_001).map { "{\"id\":\($0)}," }.joined()
    let responses = try await TestServer().test { client in
      var responses: [TestResponse] = []
      for (source, address) in [("north", 1), ("south", 1), ("south", 2)] {
        responses.append(
          try await client.send(
            .post, "/forms/people/imports?name=a&source=\(source)", endless,
            from: "192.0.2.\(address)"))
      }
      return responses
    }
    #expect(responses.map(\.status) == [400, 409, 400])
    #expect(responses.map { $0.body.contains("north") } == [false, true, false])
  }

  /// Files that a client without a token sends slowly leave room for those of other clients.
  @Test func slowAnonymousFilesKeepNoOtherClientFromImporting() async throws {
    var server = try TestServer()
    (server.configuration.port, server.configuration.isBehindProxy) = (0, true)
    server.configuration.maximumImports = 8
    let core = ServerCore(server.recorder, server.configuration)
    let responses = try await ListeningServer.run(FormHTTPServer(core)) { listening -> [String] in
      func request(from client: String) -> String {
        "POST /forms/people/imports HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(client)\r\n"
          + "Content-Type: text/csv\r\nConnection: close\r\nContent-Length: 5\r\n\r\n"
      }
      let file = "id\n1\n"
      var slow: [RawConnection] = []
      for count in 1...2 {
        let connection = try #require(RawConnection(listening.port))
        connection.send(Array(request(from: "203.0.113.1").utf8))
        slow.append(connection)
        while core.limits.imports.current < count { try await Task.sleep(for: .milliseconds(1)) }
      }
      var responses: [String] = []
      for client in ["203.0.113.1", "203.0.113.2"] {
        responses.append(await listening.response(to: request(from: client) + file))
      }
      for connection in slow { connection.send(Array(file.utf8)) }
      while core.limits.imports.current > 0 { try await Task.sleep(for: .milliseconds(1)) }
      return responses
    }
    #expect(responses.map { $0.prefix(12) } == ["HTTP/1.1 503", "HTTP/1.1 201"], "\(responses)")
  }

  /// A killed server has left files of an import and of a form. Another one receives a file.
  @Test func filesOfEndedProcessesAreDeletedAtTheStart() async throws {
    let server = try TestServer()
    let database = server.recorder.database
    let received = try IncomingFile(forImportInto: database)
    let leftovers = [
      try { try IncomingFile(forImportInto: database).path }(),
      try { try SubmittedFiles(database: database).receive().path }(),
    ]
    // The files of a killed process are not locked.
    for path in leftovers { try Data().write(to: URL(filePath: path)) }
    try await ListeningServer.run(server) { _ in
      for path in leftovers { #expect(!FileManager.default.fileExists(atPath: path)) }
      #expect(FileManager.default.fileExists(atPath: received.path))
    }
  }

  /// A misspelt parameter or value must not turn a dry run into a change.
  @Test(arguments: [
    ("imports", "atomic=1"), ("imports", "again=yes"), ("imports", "header=abc"),
    ("imports", "source="), ("imports", "source=%20"), ("imports", "batch="),
    ("imports", "reason=%20"), ("submissions", "source="), ("submissions", "source=%20"),
    ("imports", "sorce=web"), ("imports", "source=a&source=b"), ("corrections", "dryRun=1"),
    ("corrections", "dryrun=true"), ("corrections", "acceptKeyChanges=on"),
    ("submissions", "sorce=web"),
  ])
  func invalidParametersAreRefused(route: String, query: String) async throws {
    let server = try TestServer()
    let token = try server.token(.correct)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/\(route)?\(query)",
        route == "submissions" ? #"{"id": 1}"# : "id,name,email\n1,Ana,a@example.com\n",
        type: route == "submissions" ? "application/json" : "text/csv", token: token)
    }
    #expect(response.status == 400, "\(response.body)")
    #expect(try server.submissions == 0)
  }

  /// A long name keeps its extension.
  @Test func longFileNamesAreShortened() async throws {
    let server = try TestServer()
    let token = try server.token(.submit)
    let name = String(repeating: "\u{E01}", count: 90)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/imports?name=\(name.percentEncoded).csv",
        "id,name,email\n1,Ana,a@example.com\n", type: "text/csv", token: token)
    }
    #expect(response.status == 201, "\(response.body)")
    #expect(response["file"] == String(name.prefix(66)) + ".csv", "\(response.body)")
  }

  @Test(arguments: [
    ("filename=\"a; b.csv\"", "a; b.csv"), ("filename=\"x/\u{308}b.csv\"", "\u{308}b.csv"),
    ("filename=\"b.csv\"; filename*=UTF-8''%e2%82%ac%20.csv", "\u{20AC} .csv"),
    ("filename=\"b.csv\"; filename*=ISO-8859-1''%a3.csv", "b.csv"),
  ])
  func fileNamesAreRead(_ parameters: String, _ name: String) async throws {
    let server = try TestServer()
    let token = try server.token(.submit)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/imports", "id,name,email\n1,Ana,a@example.com\n", type: "text/csv",
        token: token, headers: [("Content-Disposition", "attachment; \(parameters)")])
    }
    #expect(response["file"] == name, "\(response.body)")
  }

  /// A plus sign in a query is a blank, as in queries of read routes.
  @Test func blanksInQueriesArePlusSigns() async throws {
    let server = try TestServer()
    let token = try server.token(.submit)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/imports?source=north+east", "id,name,email\n1,Ana,a@example.com\n",
        type: "text/csv", token: token)
    }
    #expect(response["source"] == "north east", "\(response.body)")
  }

  @Test func aFileAboveTheLimitIsRefused() async throws {
    var server = try TestServer()
    server.configuration.maximumUpload = 10
    let token = try server.token(.submit)
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/imports", "id\n1\n2\n3\n4\n5\n", type: "text/csv", token: token)
    }
    #expect(response.status == 413)
  }

  /// The limit of a client without a token holds for the content of a compressed file, too.
  @Test(arguments: [8_000, 7_999])
  func theContentOfAnAnonymousFileIsLimited(maximum: Int) async throws {
    var test = try TestServer()
    test.configuration.maximumAnonymousUpload = maximum
    let server = try FormHTTPServer(test.recorder, test.configuration)
    let anonymous = try await server.response(
      to: .post, "/forms/people/imports?name=a.csv", body: Self.gzip)
    #expect(anonymous.status == (maximum == 8_000 ? .created : .contentTooLarge))
    let detail = String(decoding: anonymous.body, as: UTF8.self)
    if maximum < 8_000 {
      #expect(detail.contains("a.csv: expands to more than \(maximum) bytes"), "\(detail)")
      #expect(try test.submissions == 0)
    }
    // Another client sends the file.
    let known = try await server.response(
      to: .post, "/forms/people/imports?name=a.csv",
      headers: [.authorization: "Bearer \(test.token(.submit))"], body: Self.gzip)
    #expect(known.status == (maximum == 8_000 ? .ok : .created))
  }

  /// A CSV file of 8,000 bytes with one record, in gzip.
  private static let gzip = Array(
    Data(
      base64Encoded:
        "H4sIAAAAAAACA+3BoQ0AIAwAML9bZjhpCQgE6J3PIbTdM2+dFSMbAAAAAAAAAH4VDzCR8ZpAHwAA")!)

  /// The time of an upload for storing begins when its storing does.
  @Test func waitingIsNotStoring() async throws {
    let (server, time) = (try TestServer(), TestClock())
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    var clock = time.clock
    clock.sleep = {
      wait.yield()
      try await Task.sleep(for: $0)
    }
    let core = ServerCore(server.recorder, server.configuration, clock: clock)
    let response = try await core.whileImporting { end in
      async let response = TestClient(server: FormHTTPServer(core)).send(
        .post, "/forms/people/imports", "id\n1\n", type: "text/csv")
      for await _ in waits { break }
      time.advance(by: .seconds(server.configuration.storingTimeout + 1))
      end()
      return try await response
    }
    #expect(response.status == 201, "\(response.body)")
  }

  /// A dry run changes nothing, and corrections of the records need a decision.
  @Test func anImportIsRetracted() async throws {
    let server = try TestServer()
    let token = try server.token(.correct)
    let reader = try server.token(.read)
    let responses = try await server.test { client in
      let csv = "id,name,email\n1,Ana,a@example.com\n2,Ben,wrong\n"
      _ = try await client.send(
        .post, "/forms/people/imports", csv, type: "text/csv", token: token)
      _ = try await client.send(
        .patch, "/forms/people/submissions/2", #"{"email": "b@example.com"}"#,
        type: "application/json", token: token)
      let bodies = [
        #"{"reason": "wrong"}"#, #"{"reason": " ", "withDependents": true}"#, #"{"x": 1}"#,
        #"{"reason": "wrong", "withDependents": true, "dryRun": true}"#,
        #"{"reason": "wrong", "withDependents": true, "undo": null, "dryRun": null}"#,
        #"{"reason": "wrong", "withDependents": true}"#,
        #"{"reason": "right", "undo": true}"#, #"{"reason": "right", "undo": true}"#,
      ]
      var responses: [TestResponse] = []
      for body in bodies {
        responses.append(
          try await client.send(
            .post, "/forms/people/imports/1/retract", body, type: "application/json",
            token: token))
      }
      responses.append(
        try await client.send(
          .post, "/forms/people/imports/1/retract", bodies[0], type: "application/json",
          token: reader))
      return responses
    }
    #expect(responses.map(\.status) == [400, 400, 400, 200, 200, 400, 200, 400, 403])
    #expect(responses[3].body.contains(#""submissions":3"#), "\(responses[3].body)")
    #expect(responses[3].body.contains(#""head":null"#))
    #expect(responses[7].body.contains("the import is in effect"), "\(responses[7].body)")
    #expect(try server.recorder.import(1).state == .finished)
  }
}
#endif
