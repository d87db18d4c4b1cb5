#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Retracts imports.
struct RetractionRoutes: RouteSet {
  let core: ServerCore

  private struct Retraction: Decodable {
    var reason: String
    var withDependents: Bool?
    var undo: Bool?
    var dryRun: Bool?
  }

  func add(to routes: Routes) {
    routes.on(
      .post, "forms/:form/imports/:id/retract", for: .permission(.correct), use: retract)
  }

  private func retract(_ request: Request, _ context: ServerContext) async throws -> Response {
    let form = try context.parameter("form")
    let id = try context.number()
    let retraction = try await core.object(
      Retraction.self, of: request, context,
      members: "'reason' and, optionally, 'withDependents', 'undo' and 'dryRun'")
    var retract = RetractionRequest(importID: id, by: "", reason: retraction.reason)
    retract.includesDependents = retraction.withDependents ?? false
    retract.isUndo = retraction.undo ?? false
    retract.isDryRun = retraction.dryRun ?? false
    return try await core.retract(retract, ofForm: form, by: context.caller).json.response()
  }
}

extension ServerCore {
  /// Retracts an import of a form. The operator is the caller.
  func retract(
    _ request: RetractionRequest, ofForm form: String, by caller: Caller
  ) async throws -> RetractionReport {
    guard let name = caller.name else { throw Problem.unauthenticated }
    var request = request
    request.by = name
    return try await pools.writer.perform { [request] recorder in
      guard try recorder.import(request.importID).form == form else {
        throw Problem(.notFound, "there is no import \(request.importID)")
      }
      return try recorder.retract(request)
    }
  }
}

extension RetractionRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.post, "forms/:form/imports/:id/retract"), summary: "Withdraws an import",
      description: """
        What the import superseded or corrected is in effect again. With `dryRun`, nothing is \
        stored. If its records were corrected, `withDependents` retracts those corrections, too; \
        otherwise the request is refused. `undo` reverses a retraction.
        """,
      body: json("Retraction"),
      responses: [(200, "The report.", json("RetractReport"))])
  ]
}
#endif
