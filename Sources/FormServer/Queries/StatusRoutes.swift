#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird
import NIOCore

/// The routes for operators of the server.
struct StatusRoutes: RouteSet {
  let core: ServerCore

  func add(to routes: Routes) {
    let probe = RouteDeclaration(access: .everyone, countsAnonymous: false)
    routes.on(.get, "healthz", for: probe) { _, _ in
      JSON.object(["status": .string("ok")]).response()
    }
    routes.on(.get, "readyz", for: probe) { [core] _, _ in
      guard try await core.isReady.value else {
        throw Problem.unavailable("the database cannot be used; the log of the server says why")
      }
      return JSON.object(["status": .string("ok")]).response()
    }
    routes.on(.get, "metrics", for: .permission(.administer)) { [core] _, _ in
      Response(
        ByteBuffer(string: core.metrics.text(pending: core.limits.submissions.current)),
        type: "text/plain; version=0.0.4")
    }
  }
}

extension StatusRoutes {
  static let operations: [OpenAPIOperation] = [
    OpenAPIOperation(
      route: Route(.get, "healthz"), summary: "Reports whether the server works",
      responses: [(200, "The server works.", json(.objectSchema(["status": .schema("string")])))]),
    OpenAPIOperation(
      route: Route(.get, "readyz"), summary: "Reports whether the database can be used",
      errors: [503],
      responses: [
        (200, "The database can be used.", json(.objectSchema(["status": .schema("string")])))
      ]),
    OpenAPIOperation(
      route: Route(.get, "metrics"), summary: "Counters for Prometheus",
      responses: [(200, "The counters.", [("text/plain", .schema("string"))])]),
  ]
}
#endif
