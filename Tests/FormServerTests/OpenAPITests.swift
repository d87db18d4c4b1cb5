#if Server
  import FormRecorder
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Testing

  @testable import FormServer

  @Suite(.timeLimit(.minutes(10))) struct OpenAPITests {
    /// Routes that the table describes and that do not exist yet. Remove a line with its route.
    /// Pages for people, which need no documentation for programs.
    private static func isPage(_ path: String) -> Bool {
      ["/audit", "/sign-in", "/sign-out", "/assets"].contains { path.hasPrefix($0) } || path == "/"
        || path.contains("/sent/")
    }

    @Test func everyRouteIsDocumented() throws {
      let core = ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
      let routes = Set(
        FormServer(core).routes().routes.map(\.documented).filter { !Self.isPage($0.path) }
          + [DocumentedRoute(method: .get, path: "/openapi.json")])
      let documented = Set(OpenAPIOperation.all.map(\.route))
      func names(_ routes: Set<DocumentedRoute>) -> Set<String> {
        Set(routes.map { "\($0.method) \($0.path)" })
      }
      #expect(names(routes.subtracting(documented)).isEmpty)
      #expect(names(documented.subtracting(routes)).isEmpty)
    }

    @Test func theDocumentDescribesTheForms() async throws {
      try await ReadingServer().run { client in
        let answer = try await client.get("/openapi.json")
        let json = try #require(
          try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
        #expect(json["openapi"] as? String == "3.1.1")
        let schemas = (json["components"] as? [String: Any])?["schemas"] as? [String: Any]
        let form = schemas?["people"] as? [String: Any]
        #expect((form?["properties"] as? [String: Any])?.keys.contains("born") == true)
        let references = answer.text.matches(of: /#\/components\/schemas\/([A-Za-z_0-9]+)/)
        for reference in references { #expect(schemas?[String(reference.1)] != nil) }
        let anonymous = try await client.get("/openapi.json", as: nil)
        #expect(anonymous.status == 200 && !anonymous.text.contains("\"people\""))
      }
    }

    @Test func otherMethodsAreRefused() async throws {
      try await ReadingServer().run { client in
        let answer = try await client.send(.delete, "/forms/people/open", as: .admin)
        #expect(answer.status == 405 && answer.headers[.allow] == "GET, HEAD")
        let head = try await client.send(.head, "/forms/people/open", as: .read)
        #expect(head.status == 200)
      }
    }
  }
#endif
