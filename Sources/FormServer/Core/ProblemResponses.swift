#if Server
import HTTPTypes
import Hummingbird
import NIOHTTP1

/// Converts errors of routes and of the router to problem details, or to a page for people.
struct ProblemResponses: RouterMiddleware {
  let core: ServerCore
  let page: @Sendable (Problem, Request) -> Response

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPParserError {
      // The rest of the request cannot be read. The connection answers with status 400 and closes.
      throw error
    } catch {
      let problem = core.problem(for: error)
      return request.prefersHTML ? page(problem, request) : problem.response
    }
  }
}
#endif
