#if Server
import FormRecorder
import Foundation
import HTTPTypes
import Hummingbird

/// Identifies the client of a request: the holder of a token, a signed-in user, or an anonymous
/// client.
struct Authentication: RouterMiddleware {
  let core: ServerCore

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    if request.headers[.authorization] == nil {
      context.session = try await core.session(of: request)
    }
    context.caller = Caller(
      grant: try await grant(of: request, context), publicForms: core.configuration.publicForms)
    context.trace.note(caller: context.caller.name)
    return try await next(request, context)
  }

  /// The grant of the token or the session, or nil if there is neither.
  private func grant(of request: Request, _ context: ServerContext) async throws -> AccessGrant? {
    if let header = request.headers[.authorization] {
      if let token = Self.token(in: header),
        let grant = try await core.access.value.grant(token: token.text)
      {
        // A browser would also send a password with requests from other sites, so it is accepted
        // only for requests that change nothing.
        guard !token.isPassword || request.method == .get || request.method == .head else {
          throw Problem(
            .unauthorized,
            "a token in Basic authentication is valid only for reading; send it as a Bearer token")
        }
        return grant
      }
      try core.limits.anonymousRequests.count(core.client(of: request, context))
      throw Problem(.unauthorized, "the token is unknown or was revoked")
    }
    return context.session?.grant
  }

  /// The token in the header `Authorization`. Spreadsheets and reporting programs send it as the
  /// password of a user with any name.
  private static func token(in header: String) -> (text: String, isPassword: Bool)? {
    let parts = header.split(separator: " ")
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return (text: String(parts[1]), isPassword: false)
    case "basic":
      return Data(base64Encoded: String(parts[1])).flatMap { credentials in
        String(decoding: credentials, as: UTF8.self).split(
          separator: ":", maxSplits: 1, omittingEmptySubsequences: false
        ).dropFirst().first.map { (text: String($0), isPassword: true) }
      }
    default: return nil
    }
  }
}

extension ServerCore {
  /// The session of a request, if the store still has the grant of its user or link.
  func session(of request: Request) async throws -> BrowserSessions.Session? {
    guard let session = sessions.session(of: request),
      try await access.value.contains(session.grant)
    else { return nil }
    return session
  }

  /// The address of a client to which the limits on anonymous clients apply; nil for others.
  func anonymousClient(of request: Request, _ context: ServerContext) -> String? {
    context.caller.isLimitedAsAnonymous ? client(of: request, context) : nil
  }

  /// The client, for recognizing repeated requests: the token, the user or, without either, the
  /// address.
  func sender(of request: Request, _ context: ServerContext) -> String {
    context.caller.client ?? "address \(client(of: request, context))"
  }

  /// The address of the client, for limits.
  func client(of request: Request, _ context: ServerContext) -> String {
    guard configuration.isBehindProxy, let last = request.lastForwarded(.forwardedFor) else {
      return ClientAddress.network(of: context.remoteAddress?.ipAddress ?? "unknown")
    }
    return ClientAddress.network(ofForwarded: last)
  }
}
#endif
