#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// Reads of submitted values are recorded in the log.
@Suite(.timeLimit(.minutes(10))) struct LoggedReadTests {
  /// The reading routes that send no submitted values, and the reason.
  private static let unrecorded = [
    "/audit/imports/{id}": "counts",
    "/audit/submissions": "numbers, verdicts and codes",
    "/audit/versions": "definitions and counts",
    "/fix/{form}": "texts of the page",
    "/forms/{form}": "an empty form, except to the holder of a link",
    "/forms/{form}/failures": "numbers and rules",
    "/forms/{form}/imports/{id}": "counts",
    "/forms/{form}/sent/{submission}": "a number",
    "/forms/{form}/submissions": "numbers, verdicts and codes",
    "/odata": "names of forms",
    "/odata/{form}/$count": "a count",
  ]
  /// The queries of routes that require one, or without which they send no submitted values.
  private static let queries = [
    "/forms/{form}/failures/rows": "?submissions=4", "/forms/{form}/repairs": "?field=id",
    "/forms/{form}/corrections":
      "?format=ndjson&literal=true&dryRun=true&patches=true&accept=all",
  ]
  /// The bodies of routes to which cells are posted in order to read others.
  private static let bodies = [
    "/forms/{form}/repairs": #"{"edits": {}}"#,
    "/forms/{form}/corrections": #"{"submission": 4, "fields": {"name": "De"}}"#,
  ]

  /// Whether a route reads: all that get, and those to which cells are posted for this purpose.
  private static func reads(_ route: Route, _ access: RouteAccess) -> Bool {
    switch access {
    case .permission(.read), .permissionOnAnyForm(.read): true
    case .permissionOrLink, .permissionOrOwnSubmission:
      route.method == .get || bodies[route.path] != nil
    default: false
    }
  }

  @Test func readsOfValuesAreRecorded() async throws {
    let server = try ReadingServer()
    let routes = try FormHTTPServer(server.recorder).routes().declarations.filter {
      Self.reads($0.key, $0.value.access)
    }.keys
    #expect(Set(Self.unrecorded.keys).isSubset(of: routes.map(\.path)))
    try await server.run { client in
      for route in routes {
        let path =
          route.path.replacing("{form}", with: "people").replacing("{id}", with: "1")
          .replacing("{submission}", with: "1") + (Self.queries[route.path] ?? "")
        let before = try server.reads().count
        let response = try await client.send(
          route.method, path, as: .admin, [.contentType: ContentType.json],
          Self.bodies[route.path] ?? "")
        #expect(response.status == 200, "\(route.path)")
        let isRecorded = try server.reads().count == before + 1
        #expect(isRecorded == (Self.unrecorded[route.path] == nil), "\(route.path)")
      }
    }
  }
}
#endif
