#if Server
import FormRecorder
import FormRules
import HTTPTypes

/// An operation of the HTTP interface, for its documentation.
struct OpenAPIOperation {
  /// A body: its media types, each with a schema.
  typealias Content = [(mediaType: String, schema: JSON)]

  /// A response that is not an error.
  typealias Response = (status: Int, description: String, content: Content)

  var route: Route
  var summary: String
  var description: String?
  var headers: [(name: String, description: String)] = []
  var body: Content = []
  /// The statuses of errors that do not follow from the access, the path or the body.
  var errors: Set<Int> = []
  var responses: [Response]

  /// The operation as a member of its path item.
  ///
  /// - Parameter declaration: That of the route. The parameters of the query are its own.
  func json(_ declaration: RouteDeclaration) -> JSON {
    let isPublic = declaration.access == .everyone
    var members: [JSON.Member] = [
      .init("operationId", .string(identifier)), .init("summary", .string(summary)),
    ]
    if let description { members.append(.init("description", .string(description))) }
    let parameters =
      pathParameters + declaration.query.compactMap(\.json)
      + headers.map {
        .parameter($0.name, in: "header", $0.description, schema: .schema("string"))
      }
    if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
    if !body.isEmpty {
      members.append(
        .init(
          "requestBody", .object(["required": .bool(true), "content": Self.content(body)])))
    }
    members.append(.init("responses", .object(responses(isPublic: isPublic))))
    if isPublic { members.append(.init("security", .array([.object([])]))) }
    return .object(members)
  }

  private var identifier: String {
    let words = route.path.split { !$0.isLetter && !$0.isNumber }
    return
      ([route.method.rawValue.lowercased()]
      + words.map { $0.prefix(1).uppercased() + $0.dropFirst() })
      .joined()
  }

  private var pathParameters: [JSON] {
    let others: [JSON.Member] = [.init("required", .bool(true))]
    return route.path.matches(of: /\{([a-z]+)\}/).map { match in
      match.1 == "form"
        ? .parameter(
          "form", in: "path", "The name of the form.", schema: .schemaReference("FormName"),
          others: others)
        : .parameter(
          String(match.1), in: "path", "The number of the \(match.1).",
          schema: .schema("integer", ["minimum": .integer(1)]), others: others)
    }
  }

  private func responses(isPublic: Bool) -> [JSON.Member] {
    var statuses = errors.union([400, 429, 503])
    if !isPublic { statuses.formUnion([401, 403]) }
    if !body.isEmpty { statuses.formUnion([413, 415]) }
    if route.path.contains("{") { statuses.insert(404) }
    statuses.subtract(responses.map(\.status))
    let successes = responses.map { response in
      var members: [JSON.Member] = [.init("description", .string(response.description))]
      if !response.content.isEmpty {
        members.append(.init("content", Self.content(response.content)))
      }
      return JSON.Member(String(response.status), .object(members))
    }
    let problem = JSON.object(["$ref": .string("#/components/responses/Problem")])
    return successes + statuses.sorted().map { .init(String($0), problem) }
  }

  private static func content(_ content: Content) -> JSON {
    .object(content.map { .init($0.mediaType, .object(["schema": $0.schema])) })
  }
}

extension QueryParameter {
  fileprivate var json: JSON? {
    guard let schema else { return nil }
    var others: [JSON.Member] = isRequired ? [.init("required", .bool(true))] : []
    if case .members = values {
      others += [.init("style", .string("deepObject")), .init("explode", .bool(true))]
    }
    return .parameter(name, in: "query", description, schema: schema, others: others)
  }
}

extension JSON {
  /// A parameter of an operation.
  fileprivate static func parameter(
    _ name: String, in location: String, _ description: String, schema: JSON,
    others: [Member] = []
  ) -> JSON {
    .object(
      [
        .init("name", .string(name)), .init("in", .string(location)),
        .init("description", .string(description)), .init("schema", schema),
      ] + others)
  }
}
#endif
