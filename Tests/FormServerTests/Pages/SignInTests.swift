#if Server
import FormRecorder
import FormRules
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// Signing in and out, and pages for users without access.
@Suite(.timeLimit(.minutes(10))) struct SignInTests {
  private static let forms = """
    form: f
    fields: [{name: a, type: text}]
    ---
    rules: f
    form: f
    ---
    form: g
    fields: [{name: a, type: text}]
    ---
    rules: g
    form: g
    """
  private static let password = "correct horse battery"

  private func signIn(
    _ client: PageClient, password: String = password, next: String = "/forms/f",
    _ headers: HTTPFields = [:]
  ) async throws -> PageClient.Response {
    let token = client.core.pages.tokens.token(for: "sign-in", session: nil)
    return try await client.post(
      "/sign-in",
      "\(ControlName.token)=\(token)&user=ana&password=\(password.percentEncoded)"
        + "&next=\(next.percentEncoded)", headers)
  }

  /// Beyond the maximum, the oldest session of the user with the most sessions ends.
  @Test func manySessionsOfOneUserEndNoneOfAnother() async throws {
    var configuration = ServerConfiguration.patient
    configuration.maximumSessions = 3
    let server = try PageServer(Self.forms, isOpen: false, configuration)
    let users = try ["ana", "ben"].map {
      try server.recorder.grantUser(
        AccessRequest(name: $0, role: .submit), password: Self.password)
    }
    let statuses = try await server.run { client in
      let sessions = [0, 1, 1, 1].map { user -> HTTPFields in
        let header = client.core.sessions.begin(grant: users[user], isSecure: false)
        return [.cookie: String(header.prefix { $0 != ";" })]
      }
      var statuses: [Int] = []
      for session in sessions { statuses.append(try await client.get("/", session).status) }
      return statuses
    }
    #expect(statuses == [200, 303, 200, 200])
  }

  /// Expired sessions take no place of the maximum.
  @Test func expiredSessionsEndNoOthers() async throws {
    var configuration = ServerConfiguration.patient
    configuration.maximumSessions = 3
    let (server, clock) = (try PageServer(Self.forms, isOpen: false, configuration), TestClock())
    let users = try ["ana", "ben"].map {
      try server.recorder.grantUser(
        AccessRequest(name: $0, role: .submit), password: Self.password)
    }
    let lifetime = configuration.sessionLifetime
    try await server.run(clock.clock) { client in
      _ = client.core.sessions.begin(grant: users[0], isSecure: false)
      clock.advance(by: .seconds(lifetime))
      let sessions = (0..<3).map { _ -> HTTPFields in
        let header = client.core.sessions.begin(grant: users[1], isSecure: false)
        return [.cookie: String(header.prefix { $0 != ";" })]
      }
      for session in sessions {
        let status = try await client.get("/", session).status
        #expect(status == 200)
      }
    }
  }

  /// In a database that was replaced, another user may have the number of the grant.
  @Test func aSessionIsNotThatOfAnotherUser() async throws {
    let server = try PageServer(Self.forms, isOpen: false)
    let other = try PageServer(Self.forms, isOpen: false)
    let ana = try server.recorder.grantUser(
      AccessRequest(name: "ana", role: .submit), password: Self.password)
    let ben = try other.recorder.grantUser(
      AccessRequest(name: "ben", role: .admin), password: Self.password)
    #expect(ana.id == ben.id)
    let (path, clock) = (server.recorder.database, TestClock())
    try await server.run(ServerClock(now: clock.clock.now)) { client in
      let header = client.core.sessions.begin(grant: ana, isSecure: false)
      let session: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]
      #expect(try await client.get("/forms/f", session).status == 200)
      for suffix in ["", "-wal", "-shm"] {
        guard FileManager.default.fileExists(atPath: path + suffix) else { continue }
        try FileManager.default.removeItem(atPath: path + suffix)
      }
      _ = try other.recorder.backUp(to: path)
      clock.advance(by: .seconds(client.core.configuration.changeDelay))
      #expect(try await client.get("/forms/f", session).status == 303)
    }
  }

  @Test func aUserSignsInFillsInAFormAndSignsOut() async throws {
    let server = try PageServer(Self.forms, isOpen: false)
    _ = try server.recorder.grantUser(
      AccessRequest(name: "ana", role: .submit, form: "f"), password: Self.password)
    try await server.run { client in
      let refused = try await client.get("/forms/f")
      #expect(refused.status == 303)
      #expect(refused.headers[.location] == "/sign-in?next=%2Fforms%2Ff")
      #expect(try await client.get("/sign-in").status == 200)
      let wrong = try await signIn(client, password: "wrong")
      #expect(wrong.status == 422 && wrong.text.contains("The name or the password is wrong."))
      #expect(wrong.headers[.setCookie] == nil)
      let response = try await signIn(client)
      #expect(response.status == 303 && response.headers[.location] == "/forms/f")
      let header = try #require(response.headers[.setCookie])
      #expect(header.contains("HttpOnly; SameSite=Lax"))
      let cookie: HTTPFields = [.cookie: String(header.prefix { $0 != ";" })]

      let list = try await client.get("/", cookie)
      #expect(list.text.contains("href=\"/forms/f\"") && !list.text.contains("/forms/g"))
      #expect(try await client.get("/forms/g", cookie).status == 403)
      let page = try await client.get("/forms/f", cookie)
      let token = try #require(
        page.text.firstMatch(of: /name="_formrec.token" value="([^"]+)"/)?.1)
      let csrf = try #require(page.text.firstMatch(of: /data-csrf="([^"]+)"/)?.1)
      // A token without a session is not enough for a signed-in user.
      let open = client.core.pages.tokens.token(for: "f", session: nil)
      let forged = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(open)&a=1", cookie)
      let shown = try await client.follow(forged, cookie)
      #expect(shown.text.contains("has expired"))
      let sent = try await client.post(
        "/forms/f/submissions", "\(ControlName.token)=\(token)&a=1", cookie)
      #expect(sent.status == 303)
      var live = cookie
      live[.contentType] = "application/json"
      let question = #"{"event":"blur","visited":[],"values":[]}"#
      #expect(try await client.post("/forms/f/validation", question, live).status == 403)
      live[.csrfToken] = String(csrf)
      #expect(try await client.post("/forms/f/validation", question, live).status == 200)

      #expect(try await client.post("/sign-out", "csrf=x", cookie).status == 403)
      // The browser has drafts of pages also if the grant is revoked.
      for grant in try server.recorder.accessGrants() {
        try server.recorder.revokeAccess(grant.id)
      }
      let end = try await client.post("/sign-out", "csrf=\(csrf)", cookie)
      #expect(end.status == 303 && end.headers[.init("Clear-Site-Data")!] == "\"storage\"")
      #expect(try await client.get("/forms/f", cookie).status == 303)
    }
    #expect(try server.stored().count == 1)
  }

  @Test(arguments: [false, true])
  func signingInAgainEndsTheFirstSession(isBehindProxy: Bool) async throws {
    var configuration = ServerConfiguration.patient
    configuration.isBehindProxy = isBehindProxy
    let server = try PageServer(Self.forms, isOpen: false, configuration)
    _ = try server.recorder.grantUser(
      AccessRequest(name: "ana", role: .submit), password: Self.password)
    try await server.run { client in
      let first = try #require(try await signIn(client).headers[.setCookie])
      #expect(first.contains("; Secure") == isBehindProxy)
      let cookie: HTTPFields = [.cookie: String(first.prefix { $0 != ";" })]
      #expect(try await client.get("/", cookie).status == 200)
      #expect(try await signIn(client, cookie).headers[.setCookie] != nil)
      #expect(try await client.get("/", cookie).status == 303)
    }
  }

  @Test(arguments: [
    "//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\r\nb",
  ])
  func signInRedirectsOnlyToThisServer(_ next: String) async throws {
    let server = try PageServer(Self.forms, isOpen: false)
    _ = try server.recorder.grantUser(
      AccessRequest(name: "ana", role: .submit), password: Self.password)
    try await server.run { client in
      let response = try await signIn(client, next: next)
      #expect(response.status == 303 && response.headers[.location] == "/")
    }
  }

  @Test func browsersGetProblemsAsPages() async throws {
    let server = try PageServer(Self.forms)
    try await server.run { client in
      let missing = try await client.get("/none", [.acceptLanguage: "fr"])
      #expect(missing.status == 404 && missing.text.contains("Cette page n’existe pas."))
      let program = try await client.get("/none", [.accept: "application/json"])
      #expect(program.headers[.contentType] == "application/problem+json")
      for asset in PageAssets.all {
        let response = try await client.get(asset.path)
        #expect(response.status == 200)
        #expect(response.headers[.cacheControl]?.contains("immutable") == true)
      }
    }
  }
}
#endif
