#if Server
import FormRecorder
import FormRules
import FormServer
import HTTPTypes
import Testing

/// Forms are open one by one, and may protect their records.
@Suite struct OpenFormTests {
  private static let definitions = """
    form: people
    key: [id]
    %
    fields: [{name: id, type: integer, required: true}, {name: name, type: text}]
    ---
    rules: people
    form: people
    fields:
      id: [{range: {max: 1000}}]
    ---
    form: staff
    fields: [{name: id, type: integer}]
    ---
    rules: staff
    form: staff
    """

  private func server(_ option: String = "") throws -> TestServer {
    try TestServer(Self.definitions.replacing("%", with: option))
  }

  @Test func otherFormsStayClosed() async throws {
    let server = try server()
    try await server.test { client in
      for (path, status) in [
        ("/forms/people/submissions", 201), ("/forms/people@1/submissions", 201),
        ("/forms/staff/submissions", 401), ("/forms/staff@1/submissions", 401),
        ("/forms/other/submissions", 401),
      ] {
        #expect(try await client.send(.post, path, #"{"id":1}"#).status == status, "\(path)")
      }
      #expect(
        try await client.send(.post, "/forms/staff/imports", "id\n1\n", type: "text/csv").status
          == 401)
      #expect(try await client.send(.get, "/forms/staff").status == 401)
      let list = try await client.send(.get, "/")
      #expect(list.body.contains("/forms/people") && !list.body.contains("staff"))
      let document = try await client.send(.get, "/openapi.json")
      #expect(!document.body.contains("staff"))
    }
  }

  /// Whoever is known may use an open form like everyone, and counts as unknown there.
  @Test(
    arguments: [(.read, nil), (.correct, "staff")] as [(AccessGrant.Role, String?)])
  func knownCallersUseOpenForms(role: AccessGrant.Role, form: String?) async throws {
    let server = try server("supersede: signed-in")
    let token = try server.token(role, form: form)
    try await server.test { client in
      let path = "/forms/people/submissions"
      for (status, body) in [(201, #"{"id":1}"#), (409, #"{"id":1}"#), (201, #"{"id":2}"#)] {
        let response = try await client.send(.post, path, body, token: token)
        #expect(response.status == status, "\(response.body)")
      }
      let imported = try await client.send(
        .post, "/forms/people/imports", "id\n5\n", type: "text/csv", token: token)
      #expect(imported.status == 403)
      #expect(try await client.send(.get, "/forms/people", token: token).status == 200)
      #expect(try await client.send(.get, "/", token: token).body.contains("/forms/people"))
      #expect(try await client.send(.get, "/openapi.json", token: token).body.contains("people"))
      let read = try await client.send(.get, path, token: token).status
      #expect(read == (role == .read ? 200 : 403))
    }
    #expect(try server.recorder.history(of: 1).by == nil)
  }

  @Test func withoutOpenFormsNothingIsListed() async throws {
    var server = try server()
    server.configuration.publicForms = []
    let statuses = try await server.test { client in
      [
        try await client.send(.get, "/").status,
        try await client.send(.post, "/forms/people/submissions", "{}").status,
      ]
    }
    #expect(statuses == [401, 401])
  }

  /// An unknown client replaces a record unless the form forbids it.
  @Test(arguments: ["", "supersede: anyone", "supersede: signed-in"])
  func formsProtectTheirRecords(option: String) async throws {
    let server = try server(option)
    let isProtected = option.contains("signed-in")
    let token = try server.token(.submit, form: "people")
    try await server.test { client in
      let path = "/forms/people/submissions"
      func status(
        _ body: String, _ token: String? = nil, type: String = "application/json"
      ) async throws -> Int {
        try await client.send(.post, path, body, type: type, token: token).status
      }
      #expect(try await status(#"{"id":1,"name":"first"}"#) == 201)
      let second = try await client.send(.post, path, #"{"id":1,"name":"second"}"#)
      #expect(second.status == (isProtected ? 409 : 201))
      #expect(!second.body.contains("first"))
      // Rejected records replace accepted ones too, and a pass contains several records.
      #expect(
        try await status("{\"id\":7}\n{\"id\":1}\n", type: "application/x-ndjson")
          == (isProtected ? 409 : 201))
      // A rejected record protects nothing.
      #expect(try await status(#"{"id":2000}"#) == 422)
      #expect(try await status(#"{"id":2000}"#) == 422)
      #expect(try await status(#"{"id":1,"name":"third"}"#, token) == 201)
      let file = try await client.send(
        .post, "/forms/people/imports", "id\n5\n", type: "text/csv")
      #expect(file.status == (isProtected ? 403 : 201))
    }
  }
}
#endif
