#if Server
  import FormRecorder
  import FormRules
  import Foundation
  import HTTPTypes
  import Hummingbird
  import Testing

  @testable import FormServer

  @Suite(.timeLimit(.minutes(10))) struct OpenAPITests {
    /// Whether a path belongs to people, so that programs need no documentation.
    private static func isPage(_ path: String) -> Bool {
      ["/audit", "/sign-in", "/sign-out", "/assets"].contains { path.hasPrefix($0) } || path == "/"
        || path.contains("/sent/")
    }

    @Test func everyRouteIsDocumented() throws {
      let core = ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
      let routes = FormServer(core).routes().access.keys.filter { !Self.isPage($0.path) }
      func names(_ routes: some Sequence<Route>) -> [String] {
        routes.map { "\($0.method) \($0.path)" }.sorted()
      }
      #expect(names(routes) == names(OpenAPIOperation.all.map(\.route)))
    }

    @Test func theDocumentDescribesTheForms() async throws {
      var configuration = ServerConfiguration.patient
      configuration.recordSchema = { form, rules in
        let properties = form.fields.map { JSON.Member($0.name, .bool(rules != nil)) }
        return .object(["properties": .object(properties)])
      }
      try await ReadingServer().run(configuration) { client in
        let response = try await client.get("/openapi.json")
        let json = try #require(
          try JSONSerialization.jsonObject(with: Data(response.text.utf8)) as? [String: Any])
        #expect(json["openapi"] as? String == "3.1.1")
        let schemas = (json["components"] as? [String: Any])?["schemas"] as? [String: Any]
        let form = schemas?["people"] as? [String: Any]
        #expect((form?["properties"] as? [String: Any])?.keys.contains("born") == true)
        let references = response.text.matches(of: /#\/components\/schemas\/([A-Za-z_0-9]+)/)
        for reference in references { #expect(schemas?[String(reference.1)] != nil) }
        let anonymous = try await client.get("/openapi.json", as: nil)
        #expect(anonymous.status == 200 && !anonymous.text.contains("\"people\""))
      }
    }

    @Test func formsHaveNoSchemasWithoutAWriter() async throws {
      try await ReadingServer().run { client in
        let text = try await client.get("/openapi.json").text
        #expect(text.contains("\"enum\":[\"people\"]") && !text.contains("schemas/people"))
        #expect(text.contains("\"Record\":{\"type\":\"object\"}"))
      }
    }

    @Test func otherMethodsAreRefused() async throws {
      try await ReadingServer().run { client in
        let response = try await client.send(.delete, "/forms/people/open", as: .admin)
        #expect(response.status == 405 && response.headers[.allow] == "GET, HEAD")
        let head = try await client.send(.head, "/forms/people/open", as: .read)
        #expect(head.status == 200)
      }
    }
  }
#endif
