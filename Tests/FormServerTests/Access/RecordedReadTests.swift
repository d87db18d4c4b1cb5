#if Server
import FormRecorder
import Testing

@testable import FormServer

/// Reads of submitted values are recorded in the log.
@Suite(.timeLimit(.minutes(10))) struct RecordedReadTests {
  /// The routes for the permission `read` that send no submitted values, and the reason.
  private static let unrecorded = [
    "/audit/imports/{id}": "counts",
    "/audit/submissions": "numbers, verdicts and codes",
    "/audit/versions": "definitions and counts",
    "/forms/{form}/imports/{id}": "counts",
    "/forms/{form}/submissions": "numbers, verdicts and codes",
    "/odata": "names of forms",
    "/odata/{form}/$count": "a count",
  ]

  @Test func readsOfValuesAreRecorded() async throws {
    let server = try ReadingServer()
    let routes = FormServer(server.recorder).routes().declarations.filter {
      [.permission(.read), .permissionOnAnyForm(.read)].contains($0.value.access)
    }.keys
    #expect(Set(Self.unrecorded.keys).isSubset(of: routes.map(\.path)))
    try await server.run { client in
      for route in routes {
        let path = route.path.replacing("{form}", with: "people").replacing("{id}", with: "1")
        let before = try server.reads().count
        let response = try await client.send(route.method, path, as: .read)
        #expect(response.status == 200, "\(route.path)")
        let isRecorded = try server.reads().count == before + 1
        #expect(isRecorded == (Self.unrecorded[route.path] == nil), "\(route.path)")
      }
    }
  }
}
#endif
