#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Addresses with a secret, which give access to one import.
@Suite(.timeLimit(.minutes(10))) struct LinkTests {
  private static let forms = """
    form: f
    fields: [{name: a, type: integer}]
    ---
    rules: f
    form: f
    """

  @Test func linkBeginsASessionOfItsImport() async throws {
    let server = try PageServer(Self.forms, isOpen: false)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    // Only cleans up.
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("a\nx\n".utf8).write(to: file)
    _ = try server.recorder.importFile(ImportRequest(path: file.path))
    let (grant, path) = try server.recorder.grantLink(toImport: 1, name: "Branch North")
    try await server.run { client in
      for wrong in ["/link", "/link?key=", path + "x"] {
        #expect(try await client.get(wrong).status == 404, "\(wrong)")
      }
      let response = try await client.get(path)
      #expect(response.status == 303)
      #expect(response.headers[.location] == "/fix/f?import=1")
      let header = try #require(response.headers[.setCookie])
      let cookie: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]
      // Nothing else of the form or the server can be seen.
      let others = [
        "/forms/f", "/forms/f/submissions", "/forms/f/export?format=csv", "/audit",
        "/audit/submissions", "/odata",
      ]
      for other in others {
        let status = try await client.get(other, cookie).status
        #expect([403, 404].contains(status), "\(other): \(status)")
      }
      var operators: [String] = []
      try server.recorder.log { if let by = $0.by { operators.append(by) } }
      #expect(operators == ["Branch North"])
      try server.recorder.revokeAccess(grant.id)
    }
  }
}
#endif
