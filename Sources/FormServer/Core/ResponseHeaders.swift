#if Server
import HTTPTypes
import Hummingbird

/// Adds the headers that protect browsers, and changes the server's paths in headers to those for
/// clients. Removes the bodies of responses to HEAD. Pages have no inline scripts or styles.
struct ResponseHeaders: RouterMiddleware {
  private let core: ServerCore
  private let fields: HTTPFields

  init(core: ServerCore) {
    var fields: HTTPFields = [
      .contentSecurityPolicy: Self.policy(ancestors: "'none'"),
      .xContentTypeOptions: "nosniff",
      .referrerPolicy: "no-referrer",
      .cacheControl: "no-store",
    ]
    if core.configuration.isBehindProxy {
      fields[.strictTransportSecurity] = "max-age=31536000"
    }
    (self.core, self.fields) = (core, fields)
  }

  /// The content security policy of pages.
  ///
  /// - Parameter ancestors: The origins whose pages may show the page in a frame.
  fileprivate static func policy(ancestors: String) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \(ancestors)"
  }

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let address = core.address(for: request)
    if let path = response.headers[.location], path.hasPrefix("/") {
      response.headers[.location] = address.path(path)
    }
    if let link = response.headers[.link], link.hasPrefix("</") {
      response.headers[.link] = "<" + address.path(String(link.dropFirst()))
    }
    for field in fields where response.headers[field.name] == nil {
      response.headers[field.name] = field.value
    }
    return request.method == .head ? response.withoutContent : response
  }
}

extension Response {
  /// The response without its body. It has a `Content-Length` only if the length is known
  /// (RFC 9110, 8.6).
  fileprivate var withoutContent: Response {
    if body.contentLength != nil { return createHeadResponse() }
    var response = self
    response.body = ResponseBody { writer in try await writer.finish(nil) }
    return response
  }

  /// The response with a policy that allows pages of some origins to show it in a frame.
  func framed(by origins: [String]) -> Response {
    if origins.isEmpty { return self }
    var response = self
    response.headers[.contentSecurityPolicy] =
      ResponseHeaders.policy(ancestors: origins.joined(separator: " "))
    return response
  }
}
#endif
