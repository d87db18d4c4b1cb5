#if Server
import FormRecorder
import FormRules
import FormServer
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

/// Submissions over HTTP: each is stored with its verdict before it is answered.
@Suite(.timeLimit(.minutes(10))) struct SubmissionTests {
  private static let path = "/forms/people/submissions"

  @Test func anAcceptedSubmissionIsAnsweredWithItsNumber() async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(.post, Self.path, #"{"id": 1, "name": "Constance"}"#)
    }
    #expect(response.status == 201)
    #expect(response["submission"] == "1")
    #expect(response["verdict"] == "accepted")
    #expect(response.body.contains(#""severity":"warning""#))
    #expect(response.headers[.location] == "/forms/people/submissions/1")
    #expect(try server.submissions == 1)
  }

  @Test func aRejectedSubmissionIsStored() async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(.post, Self.path, #"{"name": "A"}"#)
    }
    #expect(response.status == 422)
    #expect(response.headers[.contentType] == "application/problem+json")
    #expect(response["submission"] == "1")
    #expect(response.body.contains(#""field":"id","code":"required""#))
    #expect(try server.submissions == 1)
  }

  /// A database that is away for a while does not mean that there is no form, or no token.
  @Test func aMissingDatabaseIsTemporary() async throws {
    let server = try TestServer()
    let token = try server.token(.admin)
    try FileManager.default.removeItem(atPath: server.recorder.database)
    let requests: [(HTTPRequest.Method, String, type: String, token: String?)] = [
      (.post, Self.path, "application/json", nil), (.post, Self.path, "application/x-ndjson", nil),
      (.post, "/forms/people/imports", "text/csv", nil), (.get, "/forms/people", "", nil),
      (.get, "/forms/people/open", "", token),
    ]
    try await server.test { client in
      for (method, path, type, token) in requests {
        let response = try await client.send(
          method, path, #"{"id": 1}"#, type: type, token: token)
        #expect(response.status == 503, "\(path): \(response.body)")
        #expect(response.headers[.retryAfter] != nil, "\(path)")
      }
    }
  }

  /// What a person enters on a page that cannot be sent would be lost.
  @Test func pagesOfUnknownScenariosAreNotShown() async throws {
    let server = try TestServer(
      """
      form: people
      fields: [{name: id, type: integer}]
      ---
      rules: people
      form: people
      fields: {id: [{range: {max: 9}, scenarios: [draft]}]}
      """)
    try await server.test { client in
      for (scenario, status) in [("draft", 200), ("drafft", 404)] {
        let response = try await client.send(.get, "/forms/people?scenario=\(scenario)")
        #expect(response.status == status, "\(response.body)")
      }
    }
  }

  /// Submissions, imports and live validation get the parameters that the rule set declares.
  @Test func rulesHaveTheConfiguredParameters() async throws {
    var server = try TestServer(
      """
      form: people
      fields: [{name: id, type: integer, required: true}, {name: age, type: integer}]
      ---
      rules: people
      form: people
      parameters: {minimum: {type: integer}}
      fields:
        age:
          - range: {min: {param: minimum}}
      """)
    try await server.test { client in
      let missing = try await client.send(.post, Self.path, #"{"id": 1}"#)
      #expect(missing.status == 400)
      #expect(missing.body.contains("requires the parameter 'minimum'"))
      let page = try await client.send(.get, "/forms/people")
      #expect(!page.body.contains("data-validation"))
    }
    let token = try server.token(.submit)
    server.configuration.parameters = ["minimum": "18", "other": "x"]
    try await server.test { client in
      for (age, status) in [(17, 422), (18, 201)] {
        let response = try await client.send(.post, Self.path, #"{"id": 1, "age": \#(age)}"#)
        #expect(response.status == status)
      }
      let page = try await client.send(.get, "/forms/people")
      #expect(page.body.contains("data-validation"))
      let imported = try await client.send(
        .post, "/forms/people/imports?name=people.csv", "id,age\n3,17\n4,18\n",
        type: "text/csv", token: token)
      #expect(imported["rejected"] == "1")
      let unknown = try await client.send(.post, "/forms/other/submissions", #"{"id": 1}"#)
      // Visitors cannot find out which forms exist.
      #expect(unknown.status == 401)
      let named = try await client.send(
        .post, "/forms/other/submissions", #"{"id": 1}"#, token: token)
      #expect(named.status == 404)
    }
    #expect(try server.submissions == 4)
  }

  /// A request that is not a submission of a form is rejected, and nothing is stored.
  @Test(arguments: [
    ("/forms/people/submissions", "application/json", "[]", 400),
    ("/forms/people/submissions", "application/json", "{", 400),
    ("/forms/people/submissions", "application/json", "", 400),
    ("/forms/people/submissions", "application/json", #"{"id":1}{"id":2}"#, 400),
    ("/forms/people/submissions", "application/x-ndjson", "\n \n", 400),
    ("/forms/people/submissions", "text/plain", "id=1", 415),
    ("/forms/people/submissions", "", "{}", 415),
    ("/forms/other/submissions", "application/json", #"{"id":1}"#, 401),
    ("/forms/people@9/submissions", "application/json", #"{"id":1}"#, 404),
    ("/forms/%2e%2e/submissions", "application/json", #"{"id":1}"#, 401),
    ("/forms/people%00/submissions", "application/json", #"{"id":1}"#, 401),
    ("/forms/../../etc/passwd", "application/json", #"{"id":1}"#, 404),
    ("/forms/people/submissions?rules=none", "application/json", #"{"id":1}"#, 404),
    ("/forms/people/submissions?scenario=none", "application/json", #"{"id":1}"#, 400),
  ])
  func invalidRequestsAreRefused(path: String, type: String, body: String, status: Int)
    async throws
  {
    let server = try TestServer()
    let response = try await server.test { try await $0.send(.post, path, body, type: type) }
    #expect(response.status == status)
    #expect(response.headers[.contentType] == "application/problem+json")
    #expect(response["status"] == "\(status)")
    #expect(try server.submissions == 0)
  }

  @Test(arguments: [
    ("application/json", "gzip", 415), ("application/json", "Identity", 201),
    ("multipart/form-data; boundary=B", "gzip", 415),
  ])
  func onlyFilesMayHaveAContentEncoding(type: String, encoding: String, status: Int) async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, #"{"id": 1}"#, type: type, headers: [("Content-Encoding", encoding)])
    }
    #expect(response.status == status)
  }

  @Test func aBodyAboveTheLimitIsRefused() async throws {
    var server = try TestServer()
    server.configuration.maximumBody = 100
    let long = #"{"id": 1, "name": "\#(String(repeating: "a", count: 100))"}"#
    let response = try await server.test { try await $0.send(.post, Self.path, long) }
    #expect(response.status == 413)
    #expect(response.headers[.connection] == "close")
  }

  @Test func repeatedIdempotencyKeyHasTheSameResponse() async throws {
    let server = try TestServer()
    let responses = try await server.test { client in
      var responses: [TestResponse] = []
      for body in [#"{"id": 1}"#, #"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3}"#] {
        responses.append(
          try await client.send(
            .post, Self.path, body,
            headers: [("Idempotency-Key", body.contains("3") ? "" : "k")]))
      }
      return responses
    }
    #expect(responses.map(\.status) == [201, 201, 409, 400])
    #expect(responses.map { $0["submission"] } == ["1", "1", "1", nil])
    #expect(try server.submissions == 1)
  }

  /// The key of one client is another key for another client, who must not learn of it.
  @Test func idempotencyKeysBelongToAClient() async throws {
    let server = try TestServer()
    let tokens: [String?] = [
      nil, try server.token(.submit), try server.token(.submit, form: "people"), nil,
    ]
    let submissions = try await server.test { client in
      var submissions: [String?] = []
      for (index, token) in tokens.enumerated() {
        for body in [#"{"id": \#(index)}"#, #"{"id": \#(index)}"#] {
          submissions.append(
            try await client.send(
              .post, Self.path, body, token: token, headers: [("Idempotency-Key", "k")],
              from: index == 3 ? "2001:db8::1" : "192.0.2.1")["submission"])
        }
      }
      return submissions
    }
    #expect(submissions == ["1", "1", "2", "2", "3", "3", "4", "4"])
  }

  @Test func linesAreStoredInOneTransaction() async throws {
    let server = try TestServer()
    let responses = try await server.test { client in
      [
        try await client.send(
          .post, Self.path, "\u{FEFF}{\"id\": 1}\r\n\n{\"id\": \"x\"}\n",
          type: "application/x-ndjson"),
        try await client.send(
          .post, Self.path, "{\"id\": 3}\n{", type: "application/x-ndjson"),
      ]
    }
    #expect(responses.map(\.status) == [422, 400])
    #expect(responses[0].body.split(separator: "\n").count == 2)
    #expect(try server.submissions == 2)
  }

  @Test(arguments: [
    ("{\"id\": 3}\n{\"id\": 1, \"id\": 2}", "line 2, column 11"),
    ("{", "line 1, column 2: invalid JSON"),
    ("\n[1]", "line 2, column 1"),
  ])
  func malformedLinesAreNamed(_ body: String, problem: String) async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(.post, Self.path, body, type: "application/x-ndjson")
    }
    #expect(response.status == 400)
    #expect(response.body.contains(problem))
    #expect(try server.submissions == 0)
  }

  @Test func messagesAreInTheLanguageOfTheClient() async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, "{}", headers: [("Accept-Language", "xx, de-CH;q=0.9, en;q=0.1")])
    }
    #expect(response.body.contains("Pflicht") || response.body.contains("erforderlich"))
  }

  /// Clients that accept no known language get the server's language, with its custom messages.
  @Test(arguments: [nil, "xx"]) func serverLanguageIsTheDefault(_ preferred: String?) async throws {
    var server = try TestServer()
    server.configuration.language = "de"
    var catalogue = MessageCatalogue(unchecked: "de")
    catalogue.codes["required"] = "Bitte ausfüllen."
    server.configuration.catalogues = [catalogue]
    let response = try await server.test {
      try await $0.send(
        .post, Self.path, "{}", headers: preferred.map { [("Accept-Language", $0)] } ?? [])
    }
    #expect(response.body.contains("Bitte ausfüllen."))
  }

  @Test func responsesContainNoValues() async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(.post, Self.path, #"{"id": "canary", "email": "canary2"}"#)
    }
    #expect(response.status == 422)
    #expect(!response.body.contains("canary"))
  }
}
#endif
