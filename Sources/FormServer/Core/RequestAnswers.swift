#if Server
import HTTPTypes
import Hummingbird
import NIOHTTP1

extension ServerContext {
  /// The path of the route with the names of its parameters, or nil if there is no such route.
  fileprivate var route: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

/// Converts errors of routes and of the router to problem details, or to a page for people. Counts
/// answered requests by route, and reports them if the configuration says so.
struct RequestAnswers: RouterMiddleware {
  let core: ServerCore
  let page: @Sendable (Problem, Hummingbird.Request) -> Response

  func handle(
    _ request: Hummingbird.Request, context: ServerContext,
    next: (Hummingbird.Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = core.clock.now()
    let response: Response
    do {
      response = try await next(request, context)
    } catch let error as HTTPParserError {
      // The rest of the request cannot be read. The connection answers with status 400 and closes.
      count(400, since: start, request, in: context)
      throw error
    } catch {
      let problem = core.problem(for: error)
      response = request.prefersHTML ? page(problem, request) : problem.response
    }
    count(response.status.code, since: start, request, in: context)
    return response
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
