#if Server
import FormRecorder
import FormRules
import HTTPTypes
import Hummingbird

/// Who may send requests to a route, and what these may contain. `Routes` checks both before it
/// calls the handler of the route.
struct RouteDeclaration: Sendable {
  var access: RouteAccess
  /// The parameters of the query.
  var query: [QueryParameter] = []
  /// Whether other parameters are ignored instead of being refused: true for pages for people,
  /// because other sites add parameters to links.
  var ignoresOtherParameters = false
  /// Whether pages post HTML forms to the route. Forms contain their token in the body, so the
  /// handler must verify it with `VerifiedForm`.
  var acceptsForms = false
  /// Whether requests of anonymous clients count towards their limit. False for constant responses
  /// and for routes with a limit of their own.
  var countsAnonymous = true
}

/// The table of the server's routes while it is built: it adds each route to Hummingbird's router,
/// with the checks that all routes share, and keeps the declarations for the OpenAPI document and
/// for tests. Each route is added with its access, so that none is public by omission.
///
/// A browser adds the cookie of its session to requests without asking the user, even to some that
/// other sites cause. A request that changes something must therefore also contain the token of the
/// session, which other sites do not have (CSRF). Requests with GET need none: they change nothing,
/// except that reads are logged, and that a link begins a session if no user is signed in.
final class Routes {
  private let core: ServerCore
  private let router: Router<ServerContext>
  /// The declarations of the routes added so far.
  private(set) var declarations: [Route: RouteDeclaration] = [:]
  /// The operations of the added sets.
  private(set) var operations: [OpenAPIOperation] = []

  /// - Parameter router: A router with the middleware of all routes.
  init(_ core: ServerCore, _ router: Router<ServerContext>) {
    self.core = core
    self.router = router
  }

  /// Adds the routes of a subject with their documentation.
  func add(_ set: any RouteSet) {
    operations += type(of: set).operations
    set.add(to: self)
  }

  /// Makes the server answer requests with a method and a path by calling a handler. Equal to the
  /// function below with a declaration of the access and the parameters only.
  ///
  /// - Parameters:
  ///   - path: The path without a leading slash, with parameters such as `:form`.
  ///   - access: Who may send requests. Others receive an error, and the handler is not called.
  ///   - query: The parameters of the query, which the handler finds in the context. Requests with
  ///     others are refused.
  ///   - handler: Returns the response, or throws a `Problem` or another error.
  func on(
    _ method: HTTPRequest.Method, _ path: String, for access: RouteAccess,
    query: [QueryParameter] = [],
    use handler: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    on(method, path, for: RouteDeclaration(access: access, query: query), use: handler)
  }

  /// Makes the server answer requests with a method and a path by calling a handler. A route for
  /// GET also answers HEAD (`ResponseHeaders` removes the body).
  ///
  /// Before the handler is called, the caller's access is checked, requests of anonymous clients
  /// are counted, the token of the session is required, and the query is read.
  ///
  /// - Parameters:
  ///   - path: The path without a leading slash, with parameters such as `:form`.
  ///   - declaration: What is checked.
  ///   - middleware: Processes requests before the checks.
  ///   - handler: Returns the response, or throws a `Problem` or another error.
  func on(
    _ method: HTTPRequest.Method, _ path: String, for declaration: RouteDeclaration,
    through middleware: (any MiddlewareProtocol<Request, Response, ServerContext>)? = nil,
    use handler: @escaping @Sendable (Request, ServerContext) async throws -> Response
  ) {
    declarations[Route(method, path)] = declaration
    let group = router.group()
    if let middleware { group.add(middleware: middleware) }
    let respond: @Sendable (Request, ServerContext) async throws -> Response = {
      [core] request, context in
      var context = context
      context.caller = context.caller.using(declaration.access, on: context.formName)
      if declaration.countsAnonymous, let client = core.anonymousClient(of: request, context) {
        try core.limits.anonymousRequests.count(client)
      }
      if !(declaration.acceptsForms && request.isFormPost) {
        try request.requireCSRFHeader(of: context.session)
      }
      try context.caller.require(declaration.access, on: context.formName)
      context.trace.note(form: context.formName)
      context.query = try QueryParameters(
        request.uri.query ?? "", declared: declaration.query,
        ignoresOthers: declaration.ignoresOtherParameters)
      return try await handler(request, context)
    }
    let methods: [HTTPRequest.Method] = method == .get ? [.get, .head] : [method]
    for method in methods { group.on(RouterPath(path), method: method, use: respond) }
  }

  /// The router of all routes. No routes can be added afterwards.
  func completed() -> Router<ServerContext> {
    router.addMethodNotAllowed()
    return router
  }
}

/// The routes of one subject, such as submissions or exports, with their handlers and their
/// documentation. `ServerCore.routes` lists the sets of the server.
protocol RouteSet: Sendable {
  /// The documentation of the routes that programs call. A test compares it with the routes.
  static var operations: [OpenAPIOperation] { get }

  /// Adds each route of the set to those of the server (`Routes.on`).
  func add(to routes: Routes)
}

extension RouteSet {
  /// None, for a set of pages.
  static var operations: [OpenAPIOperation] { [] }

  /// A body of JSON with a schema.
  static func json(_ schema: JSON) -> OpenAPIOperation.Content { [(ContentType.json, schema)] }

  /// A body of JSON with a schema of the OpenAPI document.
  static func json(_ name: String) -> OpenAPIOperation.Content { json(.schemaReference(name)) }
}

/// The identity of a route: its method and its path in the notation of OpenAPI, such as GET
/// `/forms/{form}`. The key of the declarations in `Routes` and of the OpenAPI document.
struct Route: Hashable {
  let method: HTTPRequest.Method
  let path: String

  /// - Parameter path: The path in the notation of `Routes.on`, such as `forms/:form`.
  init(_ method: HTTPRequest.Method, _ path: String) {
    self.method = method
    let parts = path.split(separator: "/").map { part in
      part.first == ":" ? "{\(part.dropFirst())}" : String(part)
    }
    self.path = "/" + parts.joined(separator: "/")
  }
}

extension Router<ServerContext> {
  /// Answers requests for known paths with unsupported methods with status 405 and the allowed
  /// methods. Must be added after all other routes.
  fileprivate func addMethodNotAllowed() {
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
