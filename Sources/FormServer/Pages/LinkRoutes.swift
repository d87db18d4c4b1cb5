#if Server
import FormRecorder
import HTTPTypes
import Hummingbird

/// The addresses by which people without an account reach one import, or the record that they sent.
struct LinkRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    routes.on(.get, "link", for: .everyone, query: [.key], use: open)
  }

  /// Begins a session of the link, and redirects to the page of its import or record.
  private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
    try core.limits.signIns.count(core.client(of: request, context))
    guard let key = context.query[.key], let grant = try await grant(key), let form = grant.form
    else { throw Problem(.notFound, "the link is unknown, was revoked or has expired") }
    if let importID = grant.importID {
      try await core.pools.writer.logRead("the failures of import \(importID)", by: grant.name)
    }
    return core.beginSession(
      of: grant, request,
      redirectingTo: grant.importID.map { "/fix/\(form)?import=\($0)" } ?? "/forms/\(form)")
  }

  /// The grant of a link, which may be newer than the known ones.
  private func grant(_ key: String) async throws -> AccessGrant? {
    if let grant = try await core.access.value.grant(link: key) { return grant }
    return try await core.access.renewed.grant(link: key)
  }
}

extension QueryParameter {
  fileprivate static let key = Self("key", "The secret of the link.")
}
#endif
