#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// A server with stored submissions and a token for each role, for tests of reports.
final class ReadingServer: @unchecked Sendable {
  private let folder: TemporaryFolder
  let recorder: Recorder
  let tokens: [AccessGrant.Role: String]

  static let definitions = """
    form: people
    title: People & <friends>
    key: [id]
    columns: keep
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, label: Full name, type: text}
      - {name: email, type: text, sensitive: true}
      - {name: born, type: date, format: [dd.MM.yyyy]}
      - {name: pay, type: decimal, scale: 2, group: ","}
      - {name: active, type: boolean}
      - {name: seen, type: datetime}
      - {name: First Seat, type: number}
    ---
    rules: people
    form: people
    fields:
      id:
        - range: {max: 1000}
      email:
        - email
    """

  static let csv = """
    id,name,email,born,pay,active,seen,First Seat
    1,Ana,ana@example.com,31.01.1990,"1,234.50",yes,2026-01-02T10:00:00Z,1.5
    2,O'Neil,bo@example.com,01.02.1985,10,no,2026-01-02T10:00:00.5Z,2
    3,,cy@example.com,,,,,
    4,Dé,wrong,15.12.2000,7.25,yes,,3
    2000,<b>&,eve@example.com,15.12.2000,7.25,yes,,3

    """

  private static let template = Result {
    let server = try ReadingServer(csv)
    return (contents: try server.folder.contents(), tokens: server.tokens)
  }

  /// A copy of a server, because granting the tokens and importing the file takes longer.
  init() throws {
    let (contents, tokens) = try Self.template.get()
    folder = try TemporaryFolder(contents)
    recorder = Recorder(database: folder.path("store.sqlite"))
    self.tokens = tokens
  }

  init(_ csv: String, _ definitions: String = definitions) throws {
    folder = try TemporaryFolder(EmptyStore.contents.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    _ = try recorder.apply(DefinitionSet(yaml: definitions))
    _ = try recorder.importFile(
      ImportRequest(path: try folder.write(csv, to: "people.csv")), ImportCallbacks())
    var tokens: [AccessGrant.Role: String] = [:]
    for role in AccessGrant.Role.allCases {
      tokens[role] = try recorder.grantToken(
        AccessRequest(name: "t-\(role.rawValue)", role: role)
      ).token
    }
    self.tokens = tokens
  }

  /// Imports another file.
  func add(_ csv: String) throws {
    var request = ImportRequest(path: try folder.write(csv, to: "more.csv"))
    request.allowsReimport = true
    _ = try recorder.importFile(request)
  }

  func run(
    _ configuration: ServerConfiguration = .patient,
    _ body: @Sendable (ReadingClient) async throws -> Void
  ) async throws {
    let server = try FormHTTPServer(recorder, configuration)
    try await body(ReadingClient(server: server, tokens: tokens))
  }

  /// The reads in the log, oldest first.
  func reads() throws -> [String] {
    var reads: [String] = []
    try recorder.forEachEvent { event in
      if event.action.hasPrefix("read ") { reads.append("\(event.by ?? "?"): \(event.action)") }
    }
    return reads
  }
}

struct ReadingClient: Sendable {
  let server: FormHTTPServer
  let tokens: [AccessGrant.Role: String]

  struct Response: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  func get(
    _ path: String, as role: AccessGrant.Role? = .read, _ headers: HTTPFields = [:]
  ) async throws -> Response {
    try await send(.get, path, as: role, headers, "")
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, as role: AccessGrant.Role?,
    _ headers: HTTPFields = [:], _ body: String = ""
  ) async throws -> Response {
    var headers = headers
    if let token = role.flatMap({ tokens[$0] }) { headers[.authorization] = "Bearer \(token)" }
    let response = try await server.response(
      to: method, path, headers: headers, body: Array(body.utf8))
    return Response(
      status: response.status.code, headers: response.headers,
      text: String(decoding: response.body, as: UTF8.self))
  }
}
#endif
