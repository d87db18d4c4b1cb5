#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// The permissions of each role, and other limits of access.
@Suite(.timeLimit(.minutes(10))) struct ServerAccessTests {
  private static let routes: [Route: RouteAccess] = FormHTTPServer(
    ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
  ).routes().declarations.mapValues(\.access)

  @Test func onlyTheseRoutesArePublic() {
    let `public` = Self.routes.filter { $0.value == .everyone }.keys
    #expect(
      `public`.map { "\($0.method) \($0.path)" }.sorted() == [
        "GET /assets/files.js", "GET /assets/form.css", "GET /assets/form.js",
        "GET /assets/repair.css", "GET /assets/repair.js", "GET /audit/style.css", "GET /healthz",
        "GET /link", "GET /openapi.json", "GET /readyz", "GET /sign-in", "POST /link",
        "POST /sign-in", "POST /sign-out",
      ])
  }

  /// What the table in `docs/server.md` says for an access.
  private static func description(_ access: RouteAccess) -> String {
    switch access {
    case .everyone: "none"
    case .anyCaller: "any"
    case .permission(let permission), .permissionOnAnyForm(let permission):
      "`\(permission)`"
    case .permissionOrLink(let permission, link: .correct):
      "`\(permission)`, or a link to an import with the right to repair"
    case .permissionOrLink(let permission, link: _):
      "`\(permission)`, or a link to an import"
    case .permissionOrOwnSubmission(let permission):
      "`\(permission)`, or a link to one's own record"
    }
  }

  @Test func theGuideListsTheRoutesOfEachPermission() throws {
    let guide = try String(
      contentsOf: Repository.root.appendingPathComponent("docs/server.md"), encoding: .utf8)
    let table = try #require(guide.range(of: "| permission | routes |\n|---|---|\n"))
    var listed: [String: [String]] = [:]
    for line in guide[table.upperBound...].split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      guard let row = line.wholeMatch(of: /\| (.+) \| (.+) \|/) else { break }
      #expect(listed[String(row.1)] == nil, "two rows for \(row.1)")
      listed[String(row.1)] = row.2.matches(of: /`([A-Z]+ [^`]+)`/).map { String($0.1) }.sorted()
    }
    let declared = Dictionary(grouping: Self.routes) { Self.description($0.value) }.mapValues {
      $0.map { route, _ in
        "\(route.method) \(route.path)".replacing("{form}", with: "NAME")
          .replacing("{id}", with: "ID").replacing("{submission}", with: "NUMBER")
      }.sorted()
    }
    #expect(Set(declared.keys) == Set(listed.keys))
    for (permission, routes) in declared { #expect(listed[permission] == routes, "\(permission)") }
  }

  /// The permission that a route requires, which need not be a permission on all forms.
  private static func permission(_ access: RouteAccess) -> AccessGrant.Permission? {
    switch access {
    case .everyone, .anyCaller: nil
    case .permission(let permission), .permissionOrLink(let permission, _),
      .permissionOrOwnSubmission(let permission),
      .permissionOnAnyForm(let permission):
      permission
    }
  }

  /// Each route is requested without a token, and with a token of each role.
  @Test func routesRequireTheirPermission() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      // The server starts once for all cases.
      for (route, access) in Self.routes where access != .everyone {
        let path = route.path.replacing("{form}", with: "people")
          .replacing(/\{(id|submission)\}/, with: "1")
        for role in [nil] + AccessGrant.Role.allCases {
          let response = try await client.send(
            route.method, path, as: role, [.contentType: "application/json"], "{}")
          let permission = Self.permission(access)
          let lacked = permission.flatMap { role?.allows($0) == false ? $0 : nil }
          switch (role, lacked) {
          case (nil, _): #expect(response.status == 401, "\(route)")
          case (_, let lacked?):
            #expect(response.status == 403, "\(route) \(role)")
            #expect(response.text.contains("lacks the permission '\(lacked)'"), "\(route)")
          default:
            #expect(![401, 403].contains(response.status), "\(route) \(role): \(response.text)")
          }
        }
      }
    }
  }

  @Test func tokensOfOtherFormsAreRefused() async throws {
    var server = try TestServer(Self.twoForms)
    server.configuration.publicForms = []
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

  private static let twoForms =
    TestServer.definitions
    + "\n---\nform: others\nfields:\n  - {name: id, type: integer}\n---\n"
    + "rules: others\nform: others\n"

  /// The routes of a form neither show nor change the submissions and imports of another one.
  @Test func numbersOfOtherFormsAreUnknown() async throws {
    let server = try TestServer(Self.twoForms)
    let path = try server.folder.write("id,email\n1,x\n", to: "people.csv")
    var request = ImportRequest(path: path)
    request.form = VersionReference("people")
    #expect(try server.recorder.importFile(request).rejected == 1)
    let token = try server.token(.admin, form: "others")
    try await server.test { [recorder = server.recorder] client in
      let state = try recorder.contentState()
      for (route, access) in Self.routes where access != .everyone {
        guard route.path.contains("{form}"), route.path.contains(/\{(id|submission)\}/) else {
          continue
        }
        let path = route.path.replacing("{form}", with: "others")
          .replacing(/\{(id|submission)\}/, with: "1")
        let body =
          switch path.split(separator: "/").last {
          case "comments": #"{"text":"t"}"#
          case "1": #"{"id":"2"}"#
          default: #"{"reason":"r"}"#
          }
        // The page that confirms a submission has a form of its own.
        let type =
          path.contains("/sent/") ? "application/x-www-form-urlencoded" : "application/json"
        let response = try await client.send(route.method, path, body, type: type, token: token)
        #expect([403, 404].contains(response.status), "\(route): \(response.body)")
      }
      #expect(try recorder.contentState() == state)
    }
  }

  /// Whoever tries tokens has the rate of a client without one.
  @Test func triesOfTokensAreLimited() async throws {
    var server = try TestServer()
    server.configuration.anonymousRequestsPerMinute = 3
    let core = ServerCore(server.recorder, server.configuration, clock: TestClock().clock)
    let client = TestClient(server: FormHTTPServer(core))
    var statuses: [Int] = []
    for _ in 0..<5 {
      statuses.append(
        try await client.send(.get, "/forms/people/submissions", token: "wrong").status)
    }
    #expect(statuses == [401, 401, 401, 429, 429])
  }

  /// Whoever sends a valid token in Basic authentication, which is only for reading, tries none.
  @Test func passwordsAreOnlyForReading() async throws {
    var server = try TestServer()
    server.configuration.anonymousRequestsPerMinute = 1
    let password = Data("excel:\(try server.token(.admin))".utf8).base64EncodedString()
    try await server.test { client in
      let headers = [("Authorization", "Basic \(password)")]
      for _ in 0..<3 {
        let response = try await client.send(
          .post, "/forms/people/submissions", #"{"id": 1}"#, headers: headers)
        #expect(response.status == 401)
        #expect(response["detail"]?.contains("valid only for reading") == true)
      }
      let response = try await client.send(.get, "/forms/people/submissions", headers: headers)
      #expect(response.status == 200)
    }
    #expect(try server.submissions == 0)
  }

  /// Routes about all forms require a role that is not limited to a form.
  @Test func limitedRolesHaveNoPermissionOnAllForms() async throws {
    let server = try TestServer()
    let token = try server.token(.admin, form: "people")
    try await server.test { client in
      // The server starts once for all cases.
      for path in ["/metrics", "/audit/log", "/audit/versions", "/audit"] {
        let response = try await client.send(.get, path, token: token)
        #expect(response.status == 403, "\(path)")
        #expect(response["detail"]?.contains("is limited to the form 'people'") == true)
      }
      let response = try await client.send(.get, "/audit?form=people", token: token)
      #expect(response.status == 200)
    }
  }

  @Test(arguments: ["Bearer", "Bearer x", "Bearer x y", "Basic eDp5", "x"])
  func otherCredentialsAreRefused(header: String) async throws {
    let server = try TestServer()
    let response = try await server.test {
      try await $0.send(
        .post, "/forms/people/submissions", #"{"id": 1}"#,
        headers: [("Authorization", header)])
    }
    #expect(response.status == 401)
    #expect(response.headers[.wwwAuthenticate] != nil)
  }

  @Test func responsesHaveSecurityHeaders() async throws {
    var server = try TestServer()
    server.configuration.isBehindProxy = true
    let response = try await server.test { try await $0.send(.get, "/nowhere") }
    #expect(response.status == 404)
    #expect(response.headers[.contentSecurityPolicy]?.contains("'unsafe") == false)
    #expect(response.headers[.xContentTypeOptions] == "nosniff")
    #expect(response.headers[.referrerPolicy] == "no-referrer")
    #expect(response.headers[.cacheControl] == "no-store")
    #expect(response.headers[.strictTransportSecurity] != nil)
  }
}
#endif
