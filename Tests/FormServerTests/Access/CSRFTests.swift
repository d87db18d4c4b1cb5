#if Server
import FormRecorder
import HTTPTypes
import Testing

@testable import FormServer

/// Other sites cannot change anything in the name of a signed-in user (CSRF).
@Suite(.timeLimit(.minutes(10))) struct CSRFTests {
  /// The routes that change something.
  private static let routes: [(route: Route, declaration: RouteDeclaration)] = FormHTTPServer(
    ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
  ).routes().declarations.filter { ![.get, .head].contains($0.key.method) }
    .map { ($0.key, $0.value) }

  /// The browser of a signed-in administrator.
  private struct Browser {
    let core: ServerCore
    let cookie: String
    /// The token of the session.
    let csrf: String

    init(_ recorder: Recorder) async throws {
      core = ServerCore(recorder, .patient)
      let user = try recorder.grantUser(
        AccessRequest(name: "Ana", role: .admin), password: "correct horse battery")
      cookie = String(core.sessions.begin(grant: user, isSecure: false).prefix { $0 != ";" })
      let page = try await FormHTTPServer(core).response(to: .get, "/", headers: [.cookie: cookie])
      let text = String(decoding: page.body, as: UTF8.self)
      csrf = String(try #require(text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1))
    }

    func send(
      to route: Route, _ body: String, type: String, _ headers: HTTPFields = [:]
    ) async throws -> Int {
      var all: HTTPFields = [.cookie: cookie, .contentType: type]
      for field in headers { all[field.name] = field.value }
      let path = route.path.replacing("{form}", with: "people").replacing("{id}", with: "4")
      return try await FormHTTPServer(core).response(
        to: route.method, path, headers: all, body: Array(body.utf8)
      ).status.code
    }
  }

  private static let bodies = [
    (type: ContentType.form, body: "reason=x&id=9"),
    (type: ContentType.form, body: "csrf=x&_formrec.token=x&reason=x&id=9"),
    (
      type: "\(ContentType.multipartForm); boundary=B",
      body: "--B\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n9\r\n--B--\r\n"
    ),
    (type: ContentType.json, body: #"{"id": 9, "reason": "x"}"#),
    (type: "text/plain", body: #"{"id": 9, "reason": "x"}"#),
    (type: "text/csv", body: "id,name\n9,Ida\n"),
  ]

  @Test func noRouteChangesAnythingWithoutAToken() async throws {
    let server = try ReadingServer()
    let browser = try await Browser(server.recorder)
    #expect(Self.routes.count >= 11)
    let stored = try server.recorder.submissionCount(.all, .all)
    for (route, declaration) in Self.routes {
      for (type, body) in Self.bodies {
        let status = try await browser.send(to: route, body, type: type)
        // A route for forms without files refuses the media type.
        let isOther = declaration.acceptsForms && type.hasPrefix(ContentType.multipartForm)
        #expect(status == 403 || isOther && status == 415, "\(route) \(type): \(status)")
      }
    }
    #expect(try server.recorder.submissionCount(.all, .all) == stored)
    #expect(try server.recorder.history(of: 4).decisions.isEmpty)
  }

  @Test func theHeaderWithTheTokenIsSufficient() async throws {
    let server = try ReadingServer()
    let browser = try await Browser(server.recorder)
    for (route, _) in Self.routes {
      let status = try await browser.send(
        to: route, "{}", type: ContentType.json, [.csrfToken: browser.csrf])
      #expect(status != 403, "\(route)")
    }
  }

  /// The token in a form is not sufficient for a route that accepts no forms, nor is the header
  /// for a form.
  @Test func eachKindOfRequestHasItsToken() async throws {
    let server = try ReadingServer()
    let browser = try await Browser(server.recorder)
    let csrf = browser.csrf
    for (route, declaration) in Self.routes {
      let status =
        declaration.acceptsForms
        ? try await browser.send(to: route, "id=9", type: ContentType.form, [.csrfToken: csrf])
        : try await browser.send(to: route, "csrf=\(csrf)", type: ContentType.form)
      #expect(status == 403, "\(route)")
    }
  }

  /// A browser sends `none` if a person entered the address or opened a bookmark.
  @Test(arguments: ["none", "same-origin"])
  func formsFromOtherSitesAreRefused(accepted: String) async throws {
    for (route, declaration) in Self.routes where declaration.acceptsForms {
      // The form for signing out ends the session.
      let server = try ReadingServer()
      let browser = try await Browser(server.recorder)
      let tokens = browser.core.pages.tokens
      let page =
        route.path == "/sign-in"
        ? tokens.token(for: "sign-in", session: nil)
        : tokens.token(for: "people", session: browser.csrf)
      let controls = "\(ControlName.token)=\(page)&csrf=\(browser.csrf)"
      for site in ["cross-site", "same-site", accepted] {
        let status = try await browser.send(
          to: route, controls, type: ContentType.form, [.fetchSite: site])
        #expect((status == 403) == (site != accepted), "\(route) \(site): \(status)")
      }
    }
  }
}
#endif
