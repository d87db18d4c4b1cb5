#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The pages on which people sign in and out.
struct SignInRoutes: RouteSet {
  let core: ServerCore

  private static let subject = "sign-in"

  func add(to routes: Routes) {
    routes.on(
      .get, "sign-in",
      for: RouteDeclaration(access: .everyone, query: [.next], ignoresOtherParameters: true)
    ) { request, context in page(request, next: context.query[.next]).response() }
    let form = RouteDeclaration(access: .everyone, acceptsForms: true)
    routes.on(.post, "sign-in", for: form, use: signIn)
    routes.on(.post, "sign-out", for: form, use: signOut)
  }

  private func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try await form(
      in: request, context, .page(subject: Self.subject, session: nil))
    let posted = form.posted
    let next = posted.value("next")
    guard form.isVerified else {
      return page(request, next: next, notice: "expired").response(.forbidden)
    }
    try core.limits.signIns.count(core.client(of: request, context))
    let (user, password) = (posted.value("user") ?? "", posted.value("password") ?? "")
    let list = try await core.access.value
    // Takes 0.1 seconds, so it must occupy no thread on which the authentication of others depends.
    let grant = try await core.pools.worker.perform { _, _ in
      list.grant(user: user, password: password)
    }
    guard let grant else {
      return page(request, next: next, user: user, notice: "signInFailed")
        .response(.unprocessableContent)
    }
    return core.beginSession(of: grant, request, redirectingTo: Self.destination(next))
  }

  private func signOut(_ request: Request, _ context: ServerContext) async throws -> Response {
    // Also without the grant: the browser still has the drafts of its pages.
    var context = context
    context.session = core.sessions.session(of: request)
    _ = try await form(in: request, context, .session).verified()
    core.sessions.end(request)
    var response = Response.redirect(to: "/sign-in")
    response.headers[.clearSiteData] = "\"storage\""
    return response
  }

  private func form(
    in request: Request, _ context: ServerContext, _ token: VerifiedForm.Token
  ) async throws -> VerifiedForm {
    try await VerifiedForm(receiving: request, token, context, core: core)
  }

  /// The path to redirect to after signing in, which is always on this server.
  private static func destination(_ next: String?) -> String {
    guard let next, next.hasPrefix("/"), !next.hasPrefix("//"),
      next.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
    else { return "/" }
    return next
  }

  private func page(
    _ request: Request, next: String?, user: String = "", notice: String? = nil
  ) -> HTML {
    let localization = core.languages.preferred(by: request)
    let address = core.address(for: request)
    let token = core.pages.tokens.token(for: Self.subject, session: nil)
    let alert: HTML =
      notice.map {
        """
        <div class="summary" id="errors" role="alert" tabindex="-1" autofocus>\
        <h2>\(localization.sentence($0))</h2></div>
        """
      } ?? ""
    return PageLayout(
      localization: localization, address: address, title: localization.term("sign in"),
      prefix: notice == nil ? nil : localization.term("error")
    ).html(
      """
      \(alert)<form method="post" action="\(address.path("/sign-in"))">
      <input type="hidden" name="\(ControlName.token)" value="\(token)">
      <input type="hidden" name="next" value="\(Self.destination(next))">
      <div class="field"><label for="user">\(localization.term("user name"))</label>
      <input id="user" name="user" type="text" required autocomplete="username" \
      autocapitalize="none" spellcheck="false" value="\(user)"></div>
      <div class="field"><label for="password">\(localization.term("password"))</label>
      <input id="password" name="password" type="password" required \
      autocomplete="current-password"></div>
      <div class="actions"><button class="send">\(localization.term("sign in"))</button></div>
      </form>
      """)
  }
}

extension ServerCore {
  /// Begins a session of the browser in place of its earlier one.
  func beginSession(of grant: AccessGrant, _ request: Request, redirectingTo path: String)
    -> Response
  {
    sessions.end(request)
    var response = Response.redirect(to: path)
    response.headers[.setCookie] = sessions.begin(
      grant: grant, path: address(for: request).root, isSecure: configuration.isBehindProxy)
    return response
  }
}

extension QueryParameter {
  fileprivate static let next = Self("next", "The path to open after signing in.")
}

extension HTTPField.Name {
  fileprivate static let clearSiteData = Self("Clear-Site-Data")!
}
#endif
