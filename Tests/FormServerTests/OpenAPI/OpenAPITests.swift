#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct OpenAPITests {
  /// Whether a path belongs to people, so that programs need no documentation.
  private static func isPage(_ path: String) -> Bool {
    ["/audit", "/fix", "/link", "/sign-in", "/sign-out", "/assets"].contains { path.hasPrefix($0) }
      || path == "/" || path.contains("/sent/")
  }

  @Test func everyRouteIsDocumented() throws {
    let core = ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
    let routes = FormHTTPServer(core).routes()
    func names(_ routes: some Sequence<Route>) -> [String] {
      routes.map { "\($0.method) \($0.path)" }.sorted()
    }
    #expect(
      names(routes.declarations.keys.filter { !Self.isPage($0.path) })
        == names(routes.operations.map(\.route)))
  }

  /// Pages to which links on other sites lead. Such sites add parameters to links.
  private static let linkedPages = [
    "/", "/forms/{form}", "/forms/{form}/sent/{submission}", "/sign-in",
  ]

  @Test func parametersThatARouteLacksAreRefused() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      for (route, declaration) in client.server.routes().declarations {
        let isLinked = route.method == .get && Self.linkedPages.contains(route.path)
        #expect(declaration.ignoresOtherParameters == isLinked, "\(route)")
        let path = route.path.replacing("{form}", with: "people")
          .replacing(/\{(id|submission)\}/, with: "1")
        for query in ["sorce=web", "sorce=%E4&sorce="] {
          let response = try await client.send(route.method, "\(path)?\(query)", as: .admin)
          if isLinked {
            #expect(response.status == 200, "\(route)")
          } else {
            #expect(response.status == 400, "\(route)")
            #expect(
              response.text.contains("unknown parameter 'sorce'")
                || response.text.contains("the query is not percent-encoded UTF-8"), "\(route)")
          }
        }
      }
    }
  }

  @Test func everyParameterIsInTheGuide() throws {
    let guide = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/server.md"), encoding: .utf8)
    let routes = try FormHTTPServer(Recorder(database: "/nonexistent")).routes()
    for operation in routes.operations {
      for parameter in routes.declarations[operation.route]?.query ?? []
      where parameter.schema != nil {
        let isNamed = ["`", "=", "["].contains { guide.contains("`\(parameter.name)\($0)") }
        #expect(isNamed, "\(operation.route.path) \(parameter.name)")
      }
    }
  }

  @Test func bodiesHaveTheirMediaTypes() throws {
    let routes = try FormHTTPServer(Recorder(database: "/nonexistent")).routes()
    for operation in routes.operations {
      let declaration = try #require(routes.declarations[operation.route])
      let members = try Self.object(operation.json(declaration).text)
      func check(_ part: [String: Any]?, _ body: OpenAPIOperation.Content) {
        let content = part?["content"] as? [String: [String: Any]] ?? [:]
        #expect(content.keys.sorted() == body.map(\.mediaType).sorted(), "\(operation.route.path)")
        #expect(content.values.allSatisfy { $0["schema"] != nil }, "\(operation.route.path)")
      }
      check(members["requestBody"] as? [String: Any], operation.body)
      let responses = try #require(members["responses"] as? [String: [String: Any]])
      for response in operation.responses {
        check(responses[String(response.status)], response.content)
      }
    }
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

  @Test func optionalMembersOfBodiesMayBeNull() {
    let schema = JSON.bodySchema(
      ["a": .schema("string")], optional: ["b": .schema("boolean"), "c": .object([])])
    #expect(
      schema.text.contains(#"{"a":{"type":"string"},"b":{"type":["boolean","null"]},"c":{}}"#))
  }

  /// A dry run has neither an import nor a run.
  @Test func reportsOfDryRunsHaveTheirSchema() async throws {
    try await ReadingServer().run { client in
      let document = try Self.object(await client.get("/openapi.json").text)
      let components = document["components"] as? [String: [String: [String: Any]]]
      let properties = try #require(
        components?["schemas"]?["ImportReport"]?["properties"] as? [String: [String: Any]])
      let report = try await client.send(
        .post, "/forms/people/corrections?literal=true&keep=all&dryRun=true", as: .correct,
        [.contentType: "application/x-ndjson"],
        #"{"submission": 4, "fields": {"email": "de@example.com"}}"# + "\n")
      #expect(report.status == 200, "\(report.text)")
      let members = try Self.object(report.text)
      #expect(members["import"] is NSNull)
      for (name, schema) in properties {
        let value = try #require(members[name], "\(name)")
        #expect(!(value is NSNull) || (schema["type"] as? [String])?.last == "null", "\(name)")
      }
    }
  }

  private static func object(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
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
      let head = try await client.send(.head, "/forms/people/imports", as: .admin)
      #expect(head.status == 405 && head.headers[.allow] == "POST")
    }
  }

  /// The length of a file that is sent while it is read is unknown.
  @Test(arguments: [("/openapi.json", true), ("/forms/people/open?format=csv", false)])
  func lengthsInHeadersAreThoseOfGet(path: String, hasLength: Bool) async throws {
    try await ReadingServer().run { client in
      let get = try await client.get(path)
      let head = try await client.send(.head, path, as: .read)
      #expect(head.status == 200 && head.text.isEmpty)
      #expect(head.headers[.contentLength] == get.headers[.contentLength])
      #expect((head.headers[.contentLength] != nil) == hasLength)
    }
  }

  @Test func requiredParametersAreMarked() async throws {
    try await ReadingServer().run { client in
      let document = try Self.object(await client.get("/openapi.json").text)
      let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
      for (path, name) in [("repairs", "field"), ("repairs/keep", "source")] {
        let operation = paths["/forms/{form}/\(path)"]?["post"]
        let parameters = try #require(operation?["parameters"] as? [[String: Any]])
        let required = parameters.filter { $0["required"] as? Bool == true }
        #expect(required.compactMap { $0["name"] as? String } == ["form", name])
      }
      let response = try await client.send(
        .post, "/forms/people/repairs", as: .correct, [.contentType: "application/json"],
        #"{"edits": {}}"#)
      #expect(response.status == 400 && response.text.contains("'field' is required"))
    }
  }
}
#endif
