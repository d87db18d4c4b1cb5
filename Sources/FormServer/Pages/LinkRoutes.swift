#if Server
import FormPages
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// The addresses by which people without an account reach one import, or the record that they sent.
struct LinkRoutes: RouteSet {
  let core: ServerCore

  private static let path = "/link"
  private static let keyControl = "key"

  func add(to routes: Routes) {
    routes.on(.get, "link", for: .everyone, query: [.key], use: open)
    routes.on(
      .post, "link", for: RouteDeclaration(access: .everyone, acceptsForms: true), use: replace)
  }

  /// Begins a session of the link, or asks a user who is signed in, because any site can make the
  /// browser request a link.
  private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
    let key = context.query[.key]
    let target = try await target(ofKey: key, request, context)
    if let key, let session = try await core.session(of: request),
      session.grant.credential == .password
    {
      return confirmation(key: key, session: session, request, context)
    }
    // Programs that check links, such as filters of mail, leave no trace.
    if request.method == .head { return .redirect(to: target.path) }
    return try await begin(target, request)
  }

  /// Begins a session of the link in place of that of a user, who confirmed it.
  private func replace(_ request: Request, _ context: ServerContext) async throws -> Response {
    let posted = try await VerifiedForm(receiving: request, .session, context, core: core)
      .verified()
    return try await begin(
      target(ofKey: posted.value(Self.keyControl), request, context), request)
  }

  /// Records that the failures of an import are read, and redirects to the page of the link.
  private func begin(
    _ target: (grant: AccessGrant, path: String), _ request: Request
  ) async throws -> Response {
    if let importID = target.grant.importID {
      try await core.pools.writer.logRead(
        "the failures of import \(importID)", by: target.grant.name)
    }
    return core.beginSession(of: target.grant, request, redirectingTo: target.path)
  }

  /// The grant of a link, and the page of its import or record.
  ///
  /// - Throws: A problem with status 404 if there is no such link.
  private func target(
    ofKey key: String?, _ request: Request, _ context: ServerContext
  ) async throws -> (grant: AccessGrant, path: String) {
    guard let key, let grant = try await grant(key, of: core.client(of: request, context)),
      let form = grant.form
    else { throw Problem(.notFound, "the link is unknown, was revoked or has expired") }
    return (grant, grant.importID.map { "/fix/\(form)?import=\($0)" } ?? "/forms/\(form)")
  }

  /// The grant of a link, which may be newer than the known ones.
  ///
  /// Only secrets that are not known count as attempts of the client: people behind one address may
  /// open many links.
  private func grant(_ key: String, of client: String) async throws -> AccessGrant? {
    if let grant = try await core.access.value.grant(link: key) { return grant }
    try core.limits.signIns.count(client)
    return try await core.access.renewed.grant(link: key)
  }

  private func confirmation(
    key: String, session: BrowserSessions.Session, _ request: Request, _ context: ServerContext
  ) -> Response {
    let localization = core.languages.preferred(by: request)
    let title = localization.term("sign out")
    return PageLayout(core, for: request, context, in: localization, title: title).html(
      """
      <p>\(localization.words(localization.sentence("linkSignsOut")))</p>
      <form method="post" action="\(core.address(for: request).path(Self.path))">
      <input type="hidden" name="\(BrowserSessions.Session.controlName)" value="\(session.csrf)">
      <input type="hidden" name="\(Self.keyControl)" value="\(key)">
      <div class="actions"><button class="send">\(localization.term("next"))</button></div>
      </form>
      """
    ).response()
  }
}

extension QueryParameter {
  fileprivate static let key = Self("key", "The secret of the link.")
}
#endif
