#if Server
import HTTPTypes
import Hummingbird

extension Router<ServerContext> {
  /// Answers requests for known paths with unsupported methods with status 405 and the allowed
  /// methods. Must be added after all other routes.
  func addMethodNotAllowed() {
    var known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]
    if let query = HTTPRequest.Method("QUERY") { known.append(query) }
    for (path, routes) in Dictionary(grouping: routes, by: { $0.path.description }) {
      let methods = routes.map(\.method)
      let header = methods.map(\.rawValue).sorted().joined(separator: ", ")
      for method in known where !methods.contains(method) {
        on(RouterPath(path), method: method) { _, _ -> Response in
          var problem = Problem(.methodNotAllowed, "this path supports only \(header)")
          problem.headers[.allow] = header
          throw problem
        }
      }
    }
  }
}
#endif
