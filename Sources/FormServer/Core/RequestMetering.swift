#if Server
import HTTPTypes
import Hummingbird

extension ServerContext {
  /// The path of the route with the names of its parameters, or nil if there is no such route.
  fileprivate var route: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

/// Counts answered requests by route, and reports them if the configuration says so.
struct RequestMetering: RouterMiddleware {
  let core: ServerCore

  func handle(
    _ request: Hummingbird.Request, context: ServerContext,
    next: (Hummingbird.Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = core.clock.now()
    do {
      let response = try await next(request, context)
      count(response.status.code, since: start, request, in: context)
      return response
    } catch {
      // The body is malformed. The connection answers and closes.
      count(400, since: start, request, in: context)
      throw error
    }
  }

  private func count(
    _ status: Int, since start: ContinuousClock.Instant, _ request: Hummingbird.Request,
    in context: ServerContext
  ) {
    let (method, seconds) = (request.method.rawValue, (core.clock.now() - start) / .seconds(1))
    core.metrics.count(
      route: context.route ?? "unknown", method: method, status: status, seconds: seconds)
    guard core.configuration.logsRequests else { return }
    core.report(
      .answered(
        AnsweredRequest(
          method: method, route: context.route, form: context.trace.form, status: status,
          seconds: seconds, by: context.trace.caller, client: core.client(of: request, context))))
  }
}
#endif
