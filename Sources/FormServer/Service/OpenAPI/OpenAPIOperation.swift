#if Server
  import FormRecorder
  import FormRules
  import HTTPTypes

  /// An operation of the HTTP interface, for its documentation.
  struct OpenAPIOperation {
    /// A parameter of the path, query or header.
    struct Parameter {
      enum Location: String { case path, query, header }

      var name: String
      var location: Location
      var description: String
      var schema: JSON
      /// Whether the parameter represents several parameters, `name[KEY]`.
      var isDeepObject = false

      static func query(_ name: String, _ description: String, _ schema: JSON) -> Parameter {
        Parameter(name: name, location: .query, description: description, schema: schema)
      }
    }

    /// A body: its media types, each with a schema.
    typealias Content = [(mediaType: String, schema: JSON)]

    /// A response that is not an error.
    typealias Response = (status: Int, description: String, content: Content)

    var route: Route
    var summary: String
    var description: String?
    var parameters: [Parameter] = []
    var body: Content = []
    /// The statuses of errors that do not follow from the access, the parameters or the body.
    var errors: Set<Int> = []
    var responses: [Response]

    /// The operation as a member of its path item.
    ///
    /// - Parameter isPublic: Whether everyone may use the route.
    func json(isPublic: Bool) -> JSON {
      var members: [JSON.Member] = [
        .init("operationId", .string(identifier)), .init("summary", .string(summary)),
      ]
      if let description { members.append(.init("description", .string(description))) }
      let parameters = pathParameters + parameters
      if !parameters.isEmpty {
        members.append(.init("parameters", .array(parameters.map(\.json))))
      }
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

    private var pathParameters: [Parameter] {
      route.path.matches(of: /\{([a-z]+)\}/).map { match in
        match.1 == "form"
          ? Parameter(
            name: "form", location: .path, description: "The name of the form.",
            schema: .schemaReference("FormName"))
          : Parameter(
            name: String(match.1), location: .path, description: "The number of the \(match.1).",
            schema: .schema("integer", ["minimum": .integer(1)]))
      }
    }

    private func responses(isPublic: Bool) -> [JSON.Member] {
      var statuses = errors.union([429, 503])
      if !isPublic { statuses.formUnion([401, 403]) }
      if !body.isEmpty { statuses.formUnion([400, 413, 415]) }
      if !parameters.isEmpty { statuses.insert(400) }
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

  extension OpenAPIOperation.Parameter {
    fileprivate var json: JSON {
      var members: [JSON.Member] = [
        .init("name", .string(name)), .init("in", .string(location.rawValue)),
        .init("description", .string(description)), .init("schema", schema),
      ]
      if location == .path { members.append(.init("required", .bool(true))) }
      if isDeepObject {
        members += [.init("style", .string("deepObject")), .init("explode", .bool(true))]
      }
      return .object(members)
    }
  }
#endif
