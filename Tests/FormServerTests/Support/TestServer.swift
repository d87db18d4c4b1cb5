#if Server
import FormRecorder
import FormServer
import FormTestSupport
import Foundation
import HTTPTypes

extension ServerConfiguration {
  /// The default settings, with times that are long enough for a busy machine.
  static var patient: Self {
    var configuration = Self()
    configuration.readingTimeout = 60
    configuration.anonymousStoringTimeout = configuration.storingTimeout
    configuration.minimumBodySpeed = 0
    configuration.anonymousRequestsPerMinute = 10_000
    return configuration
  }
}

/// A server with its own store.
struct TestServer {
  let folder: TemporaryFolder
  let recorder: Recorder
  var configuration = ServerConfiguration.patient

  static let definitions = """
    form: people
    key: [id]
    fields:
      - {name: id, type: integer, required: true}
      - {name: name, type: text}
      - {name: email, type: text, sensitive: true}
    ---
    rules: people
    form: people
    fields:
      name:
        - length: {max: 5}
          severity: warning
      email:
        - email
    """

  private static let template = Result { try TestServer(Self.definitions).folder.contents() }

  /// A copy of a server, because applying definitions takes longer.
  init() throws {
    folder = try TemporaryFolder(Self.template.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    configuration.publicForms = ["people"]
  }

  init(_ definitions: String) throws {
    folder = try TemporaryFolder(EmptyStore.contents.get())
    recorder = Recorder(database: folder.path("store.sqlite"))
    let path = try folder.write(definitions, to: "definitions.yaml")
    _ = try recorder.apply(DefinitionSet(files: [path]))
    configuration.publicForms = ["people"]
  }

  /// A token with a role.
  func token(_ role: AccessGrant.Role, form: String? = nil) throws -> String {
    try recorder.grantToken(AccessRequest(name: "\(role) \(form ?? "")", role: role, form: form))
      .token
  }

  /// The number of stored submissions.
  var submissions: Int { get throws { try recorder.submissionCount(.all, .all) } }

  /// Sends requests to the server in this process.
  func test<Result: Sendable>(
    _ body: @escaping @Sendable (TestClient) async throws -> Result
  ) async throws -> Result {
    try await body(TestClient(server: FormHTTPServer(recorder, configuration)))
  }
}

/// Sends requests to a server.
struct TestClient: Sendable {
  let server: FormHTTPServer
  /// A token for requests that need one.
  var token: String?

  /// Sends a request and returns the response.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
    type: String = "application/json", token: String? = nil,
    headers: [(String, String)] = [], from peer: String = "127.0.0.1"
  ) async throws -> TestResponse {
    var fields: HTTPFields = [.contentType: type]
    if let token { fields[.authorization] = "Bearer \(token)" }
    for (name, value) in headers { fields[HTTPField.Name(name)!] = value }
    let response = try await server.response(
      to: method, path, headers: fields, body: Array(body.utf8), from: peer)
    return TestResponse(
      status: response.status.code, headers: response.headers,
      body: String(decoding: response.body, as: UTF8.self))
  }
}

/// A response of the server.
struct TestResponse: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: String

  /// A member of the JSON object.
  subscript(_ name: String) -> String? {
    guard
      let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
      let value = object[name], !(value is NSNull)
    else { return nil }
    return "\(value)"
  }
}
#endif
