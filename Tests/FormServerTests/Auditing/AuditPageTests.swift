#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

@Suite(.timeLimit(.minutes(10))) struct AuditPageTests {
  private static let pages: [(String, AccessGrant.Role?, Int)] = [
    ("/audit", .read, 200), ("/audit?form=people&rule=email.email", .read, 200),
    ("/audit?import=1", .read, 200), ("/audit?import=9", .read, 404),
    ("/audit?form=none", .read, 404), ("/audit", .submit, 403), ("/audit", nil, 401),
    ("/audit/submissions", .read, 200), ("/audit/submissions?scope=all&after=2", .read, 200),
    ("/audit/submissions?field=name&value=Ana", .read, 200),
    ("/audit/submissions?field=email&value=a", .read, 403),
    ("/audit/submissions/4", .read, 200), ("/audit/submissions/99", .read, 404),
    ("/audit/submissions/4?raw=true", .read, 403), ("/audit/submissions/4", nil, 401),
    ("/audit/imports/1", .read, 200), ("/audit/imports/9", .read, 404),
    ("/audit/imports/1", .submit, 403), ("/audit/files", .correct, 200),
    ("/audit/files?form=people", .submit, 200),
    ("/audit/files", .read, 403), ("/audit/files", nil, 401),
    ("/audit/versions", .read, 200), ("/audit/versions?kind=rules&name=people", .read, 200),
    ("/audit/versions?kind=rules&name=people&impact=true", .read, 200),
    ("/audit/versions?kind=form&name=none", .read, 404), ("/audit/log", .read, 403),
    ("/audit/log?kind=activity&form=", .admin, 200), ("/audit/log?kind=x", .admin, 400),
  ]

  @Test func auditPagesAreServed() async throws {
    try await ReadingServer().run { client in
      // The server starts once for all cases.
      for (path, role, status) in Self.pages {
        let response = try await client.get(path, as: role)
        #expect(response.status == status, "\(path): \(response.text.prefix(300))")
        guard status == 200 else { continue }
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        // Texts of the data are escaped.
        #expect(!response.text.contains("<b>&") && !response.text.contains("<friends>"))
        #expect(response.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
        #expect(!response.text.contains(" style=") && !response.text.contains(" onclick="))
      }
    }
  }

  /// No page links to a page that the caller may not open.
  @Test(arguments: [AccessGrant.Role.read, .correct, .admin])
  func linksLeadToPagesOfTheCaller(_ role: AccessGrant.Role) async throws {
    try await ReadingServer().run { client in
      for path in ["/audit", "/audit/submissions"] {
        let page = try await client.get(path, as: role)
        let links = Set(page.text.matches(of: /href="(\/audit[a-z\/]*)"/).map { String($0.1) })
        #expect(links.contains("/audit/log") == (role == .admin))
        for link in links where !link.hasSuffix("/") {
          let response = try await client.get(link, as: role)
          #expect(response.status == 200, "\(link)")
        }
      }
    }
  }

  /// Who may correct sees the values of sensitive fields behind a link.
  @Test func sensitiveValuesAreShownOnRequest() async throws {
    let server = try ReadingServer()
    try await server.run { client in
      let link = "<a href=\"?raw=true\">Show sensitive values</a>"
      for (role, isShown) in [
        (.correct, true), (.admin, true), (.read, false),
      ] as [(AccessGrant.Role, Bool)] {
        let page = try await client.get("/audit/submissions/4", as: role)
        #expect(page.text.contains(link) == isShown, "\(role)")
        #expect(!page.text.contains("<bdi>wrong</bdi>"), "\(role)")
        let files = try await client.get("/audit/files?form=people", as: isShown ? role : .submit)
        #expect(files.text.contains("data-sensitive=\"\(isShown)\""), "\(role)")
      }
      let page = try await client.get("/audit/submissions/4?raw=true", as: .correct)
      #expect(page.text.contains("<bdi>wrong</bdi>") && !page.text.contains(link))
    }
    let reads = try server.reads()
    #expect(
      reads.last == "t-correct: read submission 4 of people, unmasked")
  }

  private static let german: [(path: String, texts: [String])] = [
    ("/audit/submissions", ["<h1>Einsendungen</h1>", "suchen", "abgelehnt", "Datensatz"]),
    ("/audit/submissions?field=name&value=Nobody", ["Es gibt keine solchen Einsendungen."]),
    ("/audit/submissions/4", ["Einsendung 4", "wie empfangen", "Urteile", "Fehler hinnehmen"]),
    ("/audit/files", ["Dateien", "berichtigte Datensätze", "Die Datei wird gesendet."]),
    ("/audit/versions", ["Regelsätze", "gespeichert"]),
    ("/audit/versions?kind=rules&name=people&impact=true", ["Auswirkung", "neu abgelehnt"]),
    ("/audit/log", ["Ereignisse", "Bediener", "Die neuesten stehen oben."]),
  ]

  @Test func pagesAreInTheLanguageOfTheBrowser() async throws {
    try await ReadingServer().run { client in
      // The server starts once for all cases.
      for (path, texts) in Self.german {
        let text = try await client.get(path, as: .admin, [.acceptLanguage: "de-AT"]).text
        for part in texts + ["<html lang=\"de", ">Bericht</a>", ">Protokoll</a>"] {
          #expect(text.contains(part), "\(path) lacks \(part)")
        }
      }
    }
  }

  /// A text that the page lacks would be shown as `undefined`.
  @Test func theScriptHasItsTexts() async throws {
    try await ReadingServer().run { client in
      let page = try await client.get("/audit/files", as: .admin).text
      let names = PageTexts.filesJS.matches(of: /texts(?:\.(\w+)|\["([^"]+)"\])/)
        .compactMap { $0.1 ?? $0.2 }
      #expect(names.count > 30)
      for name in names { #expect(page.contains("&quot;\(name)&quot;:"), "\(name)") }
    }
  }

  @Test func decisionsRequireTheCSRFToken() async throws {
    let server = try ReadingServer()
    let user = try server.recorder.grantUser(
      AccessRequest(name: "Ana", role: .correct), password: "correct horse battery")
    let core = ServerCore(server.recorder, .patient)
    let cookie = core.sessions.begin(grant: user, isSecure: false)
    let pair = String(cookie.prefix { $0 != ";" })
    let web = FormHTTPServer(core)
    func post(_ body: String, from site: String = "same-origin") async throws -> Int {
      try await web.response(
        to: .post, "/audit/submissions/4/waive",
        headers: [
          .cookie: pair, .contentType: "application/x-www-form-urlencoded", .fetchSite: site,
        ],
        body: Array(body.utf8)
      ).status.code
    }
    let page = try await web.response(to: .get, "/audit/submissions/4", headers: [.cookie: pair])
    let text = String(decoding: page.body, as: UTF8.self)
    let token = try #require(text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
    try await #expect(post("rule=&reason=known") == 403)
    try await #expect(post("csrf=wrong&rule=&reason=known") == 403)
    try await #expect(
      post("csrf=\(token)&rule=&reason=known", from: "cross-site") == 403)
    try await #expect(post("csrf=\(token)&rule=&reason=") == 400)
    try await #expect(post("csrf=\(token)&rules=x&reason=known") == 400)
    try await #expect(post("csrf=\(token)&rule=&reason=known+problem") == 303)
    let history = try server.recorder.history(of: 4)
    #expect(history.decisions.map(\.reason) == ["known problem"])
    #expect(history.decisions.map(\.by) == ["Ana"])
  }

  @Test func commentsAreAddedAndShown() async throws {
    let server = try ReadingServer()
    let user = try server.recorder.grantUser(
      AccessRequest(name: "Ana", role: .correct), password: "correct horse battery")
    let core = ServerCore(server.recorder, .patient)
    let cookie = core.sessions.begin(grant: user, isSecure: false)
    let headers: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
    let web = FormHTTPServer(core)
    let path = "/audit/submissions/4"
    func page() async throws -> String {
      let response = try await web.response(to: .get, path, headers: headers)
      return String(decoding: response.body, as: UTF8.self)
    }
    let token = try #require(try await page().firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
    for (body, status) in [
      ("text=x", 403), ("csrf=\(token)&rule=&text=", 400),
      ("csrf=\(token)&rule=email.email&text=is+%3Cb%3E%0D%0Aright%3F", 303),
    ] {
      let response = try await web.response(
        to: .post, "\(path)/comment",
        headers: headers + [
          .contentType: "application/x-www-form-urlencoded", .fetchSite: "same-origin",
        ], body: Array(body.utf8))
      #expect(response.status.code == status, "\(body)")
    }
    #expect(try await page().contains("is &lt;b&gt;\nright?"))
    _ = try server.recorder.purge(
      PurgeRequest(.submissions([4]), by: "ana", reason: "erasure"))
    let purged = try await page()
    #expect(!purged.contains("right?") && !purged.contains("\(path)/comment"))
  }

  @Test func anImportIsRetractedOnItsPage() async throws {
    let server = try ReadingServer()
    let user = try server.recorder.grantUser(
      AccessRequest(name: "Ana", role: .correct), password: "correct horse battery")
    let core = ServerCore(server.recorder, .patient)
    let cookie = core.sessions.begin(grant: user, isSecure: false)
    let headers: HTTPFields = [.cookie: String(cookie.prefix { $0 != ";" })]
    let web = FormHTTPServer(core)
    func page() async throws -> String {
      let response = try await web.response(to: .get, "/audit/imports/1", headers: headers)
      return String(decoding: response.body, as: UTF8.self)
    }
    let token = try #require(try await page().firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
    for (body, status) in [
      ("reason=wrong", 403), ("csrf=\(token)&reason=", 400), ("csrf=\(token)&reason=wrong", 303),
    ] {
      let response = try await web.response(
        to: .post, "/audit/imports/1/retract",
        headers: headers + [
          .contentType: "application/x-www-form-urlencoded", .fetchSite: "same-origin",
        ], body: Array(body.utf8))
      #expect(response.status.code == status, "\(body)")
    }
    #expect(try server.recorder.import(1).state == .retracted)
    let after = try await page()
    #expect(after.contains("retracted") && after.contains("name=\"undo\""))
    _ = try await web.response(
      to: .post, "/audit/imports/1/retract",
      headers: headers + [
        .contentType: "application/x-www-form-urlencoded", .fetchSite: "same-origin",
      ], body: Array("csrf=\(token)&reason=right&undo=true".utf8))
    #expect(try server.recorder.import(1).state == .finished)
  }
}

extension HTTPFields {
  fileprivate static func + (one: HTTPFields, other: HTTPFields) -> HTTPFields {
    var all = one
    all.append(contentsOf: other)
    return all
  }
}
#endif
