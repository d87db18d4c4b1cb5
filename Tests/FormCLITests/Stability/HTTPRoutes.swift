#if Server
import FormRecorder

@testable import FormServer

/// The routes of the server with their parameters, and the statuses of answers that are not errors.
enum HTTPRoutes {
  static func items() throws -> Set<String> {
    let core = ServerCore(Recorder(database: "/nonexistent/forms.sqlite"), ServerConfiguration())
    var items: Set<String> = []
    let routes = FormHTTPServer(core).routes()
    for (route, declaration) in routes.declarations {
      let name = "\(route.method) \(route.path)"
      items.insert(name)
      // Without a schema, the server answers that it does not support the parameter.
      for parameter in declaration.query where parameter.schema != nil {
        items.insert("\(name) ?\(parameter.name)")
      }
    }
    for operation in routes.operations {
      for response in operation.responses {
        items.insert("\(operation.route.method) \(operation.route.path) \(response.status)")
      }
    }
    return items
  }
}
#endif
