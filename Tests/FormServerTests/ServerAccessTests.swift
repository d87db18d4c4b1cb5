#if Server
  import FormRecorder
  import FormServer
  import FormTestSupport
  import Foundation
  import HTTPTypes
  import Testing

  /// The permissions of each role.
  @Suite(.timeLimit(.minutes(10))) struct ServerAccessTests {
    /// The status for a client without a token, and for each role.
    @Test(arguments: [
      (HTTPRequest.Method.post, "/forms/people/submissions", [401, 201, 403, 201, 201]),
      (.put, "/forms/people/submissions/1", [401, 403, 403, 404, 404]),
      (.post, "/forms/people/imports", [401, 201, 403, 200, 200]),
      (.post, "/forms/people/corrections", [401, 403, 403, 400, 400]),
      (.get, "/forms/people/imports/1", [401, 403, 404, 404, 404]),
      (.get, "/metrics", [401, 403, 403, 403, 200]),
      (.get, "/healthz", [200, 200, 200, 200, 200]),
    ])
    func rolesLimitRequests(method: HTTPRequest.Method, path: String, statuses: [Int])
      async throws
    {
      var server = try TestServer()
      server.configuration.isOpen = false
      let tokens = [nil] + (try AccessGrant.Role.allCases.map { try server.token($0) })
      let found = try await server.test { client in
        var found: [Int] = []
        for token in tokens {
          found.append(try await client.send(method, path, #"{"id": 1}"#, token: token).status)
        }
        return found
      }
      #expect(found == statuses)
    }

    @Test func tokensOfOtherFormsAreRefused() async throws {
      let server = try TestServer(
        TestServer.definitions
          + "\n---\nform: others\nfields:\n  - {name: id, type: integer}\n---\n"
          + "rules: others\nform: others\n")
      let token = try server.token(.correct, form: "others")
      let statuses = try await server.test { client in
        [
          try await client.send(.post, "/forms/people/submissions", "{}", token: token).status,
          try await client.send(.post, "/forms/others/submissions", #"{"id": 1}"#, token: token)
            .status,
        ]
      }
      #expect(statuses == [403, 201])
    }

    @Test(arguments: ["Bearer", "Bearer x", "Bearer x y", "Basic eDp5", "x"])
    func otherCredentialsAreRefused(header: String) async throws {
      let server = try TestServer()
      let answer = try await server.test {
        try await $0.send(
          .post, "/forms/people/submissions", #"{"id": 1}"#,
          headers: [("Authorization", header)])
      }
      #expect(answer.status == 401)
      #expect(answer.headers[.wwwAuthenticate] != nil)
    }

    @Test func anonymousRequestsAreRateLimited() async throws {
      var server = try TestServer()
      server.configuration.anonymousRequestsPerMinute = 1
      let statuses = try await server.test { client in
        var statuses: [Int] = []
        for id in 0..<20 where statuses.last != 429 {
          statuses.append(
            try await client.send(.post, "/forms/people/submissions", #"{"id": \#(id)}"#).status)
        }
        return statuses
      }
      #expect(statuses.first == 201 && statuses.last == 429)
    }

    @Test func responsesHaveSecurityHeaders() async throws {
      var server = try TestServer()
      server.configuration.isBehindTLS = true
      let answer = try await server.test { try await $0.send(.get, "/nowhere") }
      #expect(answer.status == 404)
      #expect(answer.headers[.contentSecurityPolicy]?.contains("'unsafe") == false)
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[.strictTransportSecurity] != nil)
    }
  }
#endif
