#if Server
import FormRules
import HTTPTypes
import Hummingbird

/// Adds the version of OData, and formats errors as OData requires.
struct ODataResponses: RouterMiddleware {
  let core: ServerCore

  func handle(
    _ request: Request, context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      let problem = core.problem(for: error)
      response = JSON.object([
        "error": .object([
          "code": .string(String(problem.status.code)), "message": .string(problem.detail),
        ])
      ]).response(problem.status, headers: problem.headers)
      if problem.status == .unauthorized {
        response.headers[values: .wwwAuthenticate].append("Basic realm=\"formrec\"")
      }
    }
    let isOld = request.headers[.odataMaxVersion] == "4.0"
    response.headers[.odataVersion] = isOld ? "4.0" : "4.01"
    response.headers[.vary] = "Accept, Authorization, Cookie, OData-MaxVersion, Prefer"
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let odataVersion = Self("OData-Version")!
  fileprivate static let odataMaxVersion = Self("OData-MaxVersion")!
}
#endif
