#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// A server with forms, for tests of its pages.
final class PageServer: @unchecked Sendable {
  private let folder: TemporaryFolder
  let recorder: Recorder
  private let configuration: ServerConfiguration

  init(
    _ yaml: String, isOpen: Bool = true, _ limits: ServerConfiguration = .patient
  ) throws {
    folder = try TemporaryFolder(EmptyStore.contents.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    _ = try recorder.apply(DefinitionSet(yaml: yaml))
    var configuration = limits
    if isOpen {
      configuration.publicForms = Set(try recorder.list(limit: 0).forms.map(\.name))
    }
    self.configuration = configuration
  }

  /// Runs requests against one process of the server.
  func run<Result: Sendable>(
    _ clock: ServerClock = ServerClock(), _ body: @Sendable (PageClient) async throws -> Result
  ) async throws -> Result {
    try await body(PageClient(core: ServerCore(recorder, configuration, clock: clock)))
  }

  /// The submissions that are stored, as NDJSON.
  func stored(_ form: String = "f") throws -> [String] {
    let path = folder.path("\(UUID()).ndjson")
    var request = ExportRequest()
    request.scope = .all
    request.selection.form = form
    request.format = .ndjson
    request.isRaw = true
    _ = try recorder.export(request, to: .file(path, replacing: true))
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }
}

struct PageClient: Sendable {
  let core: ServerCore

  struct Response: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String
  }

  func get(_ path: String, _ headers: HTTPFields = [:]) async throws -> Response {
    var all: HTTPFields = [.accept: "text/html,*/*;q=0.8"]
    for field in headers { all[field.name] = field.value }
    return try await response(path, .get, all, "")
  }

  func post(
    _ path: String, _ body: String, _ headers: HTTPFields = [:]
  ) async throws -> Response {
    var all: HTTPFields = [
      .accept: "text/html", .contentType: "application/x-www-form-urlencoded",
    ]
    for field in headers { all[field.name] = field.value }
    return try await response(path, .post, all, body)
  }

  /// Posts values as the page of a form does, as if it was opened some seconds ago.
  func send(
    _ values: [(String, String)], to form: String = "f", secondsOpen: Int64 = 10,
    _ headers: HTTPFields = [:]
  ) async throws -> Response {
    let token = core.pages.tokens.token(
      for: form, session: nil, since: core.clock.seconds() - secondsOpen)
    let pairs = [(ControlName.token, token)] + values
    let body = pairs.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }
    return try await post("/forms/\(form)/submissions", body.joined(separator: "&"), headers)
  }

  /// Posts values as `send` does, and opens the page to which the response redirects.
  func sendAndFollow(
    _ values: [(String, String)], secondsOpen: Int64 = 10, _ headers: HTTPFields = [:]
  ) async throws -> Response {
    try await follow(send(values, secondsOpen: secondsOpen, headers), headers)
  }

  /// Opens the page to which a response redirects.
  func follow(_ response: Response, _ headers: HTTPFields = [:]) async throws -> Response {
    try #require(response.status == 303, "\(response.text)")
    return try await get(try #require(response.headers[.location]), headers)
  }

  private func response(
    _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields, _ body: String
  ) async throws -> Response {
    let response = try await FormHTTPServer(core).response(
      to: method, path, headers: headers, body: Array(body.utf8))
    return Response(
      status: response.status.code, headers: response.headers,
      text: String(decoding: response.body, as: UTF8.self))
  }
}

extension String {
  /// How often a text occurs.
  func count(of text: String) -> Int { ranges(of: text).count }
}
#endif
