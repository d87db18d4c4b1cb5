#if Server
import FormRecorder
import FormTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FormServer

/// A server that a proxy shows under a path of its own.
@Suite(.timeLimit(.minutes(10))) struct PublicAddressTests {
  private static let prefix = "/forms-app"

  /// A browser that reaches a server through a proxy, which removes the prefix from paths.
  private struct Browser {
    private let server: ReadingServer
    let core: ServerCore
    private let cookie: String

    init() throws {
      server = try ReadingServer()
      var configuration = ServerConfiguration.patient
      configuration.isBehindProxy = true
      configuration.publicForms = ["people"]
      core = ServerCore(server.recorder, configuration)
      let user = try server.recorder.grantUser(
        AccessRequest(name: "Ana", role: .admin), password: "correct horse battery")
      cookie = String(core.sessions.begin(grant: user, isSecure: true).prefix { $0 != ";" })
    }

    /// The response to a request for a path of the host, or nil if it is not below the prefix.
    func send(
      _ method: HTTPRequest.Method, _ path: String, _ body: String = "",
      _ headers: HTTPFields = [:], isSignedIn: Bool = true
    ) async throws -> FormHTTPServer.CollectedResponse? {
      guard path == prefix || path.hasPrefix(prefix + "/") || path.hasPrefix(prefix + "?") else {
        return nil
      }
      var all: HTTPFields = [.accept: "text/html"]
      all[HTTPField.Name("X-Forwarded-Prefix")!] = prefix
      if isSignedIn { all[.cookie] = cookie }
      for field in headers { all[field.name] = field.value }
      let rest = path.dropFirst(prefix.count)
      return try await FormHTTPServer(core).response(
        to: method, rest.hasPrefix("/") ? String(rest) : "/" + rest, headers: all,
        body: Array(body.utf8))
    }

    func get(_ path: String, isSignedIn: Bool = true) async throws -> (status: Int, text: String) {
      let response = try #require(
        try await send(.get, prefix + path, isSignedIn: isSignedIn), "\(path)")
      return (response.status.code, String(decoding: response.body, as: UTF8.self))
    }
  }

  private static let pages: [(path: String, status: Int)] = [
    ("/", 200), ("/sign-in", 200), ("/sign-in?next=%2Faudit", 200), ("/none", 404),
    ("/forms/people", 200), ("/forms/people@1?source=s", 200), ("/forms/people/sent/1", 200),
    ("/audit", 200), ("/audit?form=people", 200), ("/audit/submissions", 200),
    ("/audit/submissions?scope=all", 200), ("/audit/submissions/4", 200), ("/audit/files", 200),
    ("/audit/versions", 200), ("/audit/versions?kind=form&name=people", 200),
    ("/audit/versions?kind=rules&name=people", 200),
    ("/audit/versions?kind=rules&name=people&impact=true", 200), ("/audit/log", 200),
  ]

  /// Every address in a page leads below the prefix, and to something that exists.
  @Test func pagesLinkBelowThePrefix() async throws {
    let browser = try Browser()
    var followed: Set<String> = []
    for (path, status) in Self.pages {
      let page = try await browser.get(path)
      #expect(page.status == status, "\(path)")
      let addresses = page.text.matches(
        of: /\s(href|src|action|data-validation|data-form|data-root)="([^"]*)"/)
      #expect(!addresses.isEmpty, "\(path)")
      for match in addresses {
        let address = String(match.2).replacing("&amp;", with: "&")
        if address.hasPrefix("#") || address == "data:," { continue }
        // Relative to the page.
        let target = address.hasPrefix("?") ? Self.prefix + path.prefix { $0 != "?" } : address
        #expect(target.hasPrefix(Self.prefix), "\(path): \(address)")
        guard ["href", "src"].contains(match.1), followed.insert(target).inserted else { continue }
        let response = try await browser.send(.get, target)
        #expect(response?.status == .ok, "\(path): \(address)")
      }
    }
    #expect(followed.count > 15)
  }

  /// Scripts receive the addresses from their page.
  @Test func scriptsContainNoPaths() {
    for text in [PageTexts.formJS, PageTexts.filesJS] {
      #expect(text.firstMatch(of: /["'`]\/[a-z]/) == nil)
    }
  }

  /// Markup contains no path, only the results of `PublicAddress.path`.
  @Test func markupContainsNoPaths() throws {
    let folder = Repository.root.appendingPathComponent("Sources/FormServer")
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      #expect(text.firstMatch(of: /[a-z]=\\?"\//) == nil, "\(file)")
    }
  }

  @Test func redirectsLeadBelowThePrefix() async throws {
    let browser = try Browser()
    let tokens = browser.core.pages.tokens
    let form: HTTPFields = [.contentType: ContentType.form]
    let csrf = try #require(
      try await browser.get("/").text.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1)
    let page = tokens.token(
      for: "people", session: String(csrf), since: browser.core.clock.seconds() - 9)
    let signIn = tokens.token(for: "sign-in", session: nil)
    let credentials = "user=Ana&password=correct+horse+battery"
    let posts: [(path: String, body: String, location: String)] = [
      ("/forms/people/submissions", "\(ControlName.token)=\(page)&id=9", "/forms/people/sent/6"),
      ("/forms/people/submissions", "\(ControlName.token)=\(page)&id=x", "/forms/people?draft="),
      ("/audit/submissions/4/waive", "csrf=\(csrf)&rule=&reason=known", "/audit/submissions/4"),
      ("/sign-out", "csrf=\(csrf)", "/sign-in"),
      ("/sign-in", "\(ControlName.token)=\(signIn)&\(credentials)&next=%2Faudit", "/audit"),
    ]
    for (path, body, location) in posts {
      let response = try #require(
        try await browser.send(.post, Self.prefix + path, body, form), "\(path)")
      #expect(response.status == .seeOther, "\(path)")
      let target = try #require(response.headers[.location])
      #expect(target.hasPrefix(Self.prefix + location), "\(path): \(target)")
      if path == "/sign-in" {
        let cookie = try #require(response.headers[.setCookie])
        #expect(cookie.contains("; Path=\(Self.prefix);"), "\(cookie)")
      }
      if !path.hasPrefix("/sign") {
        let shown = try await browser.send(.get, target)
        #expect(shown?.status == .ok, "\(target)")
      }
    }
    for (path, location) in [
      ("/audit", "/sign-in?next=%2Faudit"), ("/forms/people/submissions", "/forms/people"),
    ] {
      let response = try #require(
        try await browser.send(.get, Self.prefix + path, isSignedIn: false))
      #expect(response.headers[.location] == Self.prefix + location, "\(path)")
    }
  }

  @Test func programsGetAddressesBelowThePrefix() async throws {
    let browser = try Browser()
    let json: HTTPFields = [.accept: "application/json", .contentType: "application/json"]
    let submitted = try #require(
      try await browser.send(
        .post, Self.prefix + "/forms/people/submissions", #"{"id": 9}"#, json, isSignedIn: false))
    #expect(submitted.headers[.location] == Self.prefix + "/forms/people/submissions/6")
    for path in ["/forms/people/submissions?limit=1", "/forms/people/all?limit=1"] {
      let listed = try #require(try await browser.send(.get, Self.prefix + path, "", json))
      let link = try #require(listed.headers[.link]?.firstMatch(of: /^<([^>]+)>; rel="next"$/)?.1)
      #expect(link.hasPrefix(Self.prefix + "/"), "\(link)")
      let next = try await browser.send(.get, String(link), "", json)
      #expect(next?.status == .ok)
    }
    let document = try await browser.get("/openapi.json").text
    #expect(document.contains(#""servers":[{"url":"/forms-app"}]"#))
    let service = try await browser.get("/odata").text
    #expect(service.contains("\"https://localhost/forms-app/odata/$metadata\""))
  }
}
#endif
