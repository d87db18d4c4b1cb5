#if Server
import HTTPTypes
import Hummingbird

/// Changes the server's paths in the headers of responses to those for clients.
struct PublicHeaders: RouterMiddleware {
  let core: ServerCore

  func handle(
    _ request: Request, context: RequestInfo,
    next: (Request, RequestInfo) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    let address = core.address(for: request)
    if let path = response.headers[.location], path.hasPrefix("/") {
      response.headers[.location] = address.path(path)
    }
    if let link = response.headers[.link], link.hasPrefix("</") {
      response.headers[.link] = "<" + address.path(String(link.dropFirst()))
    }
    return response
  }
}
#endif
