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
#endif
