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

    var method: HTTPRequest.Method
    /// The path, with parameters in braces.
    var path: String
    var summary: String
    var description: String?
    /// The right that the caller requires, or nil if the operation is public.
    var right: AccessGrant.Right?
    var parameters: [Parameter] = []
    var body: Content = []
    /// The successful responses.
    var answers: [(status: Int, description: String, content: Content)]
    /// The statuses of errors, in addition to those that follow from the right and the parameters.
    var errors: Set<Int> = []

    /// The operation as a member of its path item.
    var json: JSON {
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
      members.append(.init("responses", .object(responses)))
      if right == nil { members.append(.init("security", .array([.object([])]))) }
      return .object(members)
    }

    private var identifier: String {
      let words = path.split { !$0.isLetter && !$0.isNumber }
      return
        ([method.rawValue.lowercased()] + words.map { $0.prefix(1).uppercased() + $0.dropFirst() })
        .joined()
    }

    private var pathParameters: [Parameter] {
      path.matches(of: /\{([a-z]+)\}/).map { match in
        match.1 == "form"
          ? Parameter(
            name: "form", location: .path, description: "The name of the form.",
            schema: .schemaReference("FormName"))
          : Parameter(
            name: String(match.1), location: .path, description: "The number of the \(match.1).",
            schema: .schema("integer", ["minimum": .integer(1)]))
      }
    }

    private var responses: [JSON.Member] {
      var statuses = errors.union([429, 503])
      if right != nil { statuses.formUnion([401, 403]) }
      if !body.isEmpty { statuses.formUnion([400, 413, 415]) }
      if !parameters.isEmpty { statuses.insert(400) }
      if path.contains("{") { statuses.insert(404) }
      statuses.subtract(answers.map(\.status))
      return answers.map { answer in
        var members: [JSON.Member] = [.init("description", .string(answer.description))]
        if !answer.content.isEmpty {
          members.append(.init("content", Self.content(answer.content)))
        }
        return .init(String(answer.status), .object(members))
      }
        + statuses.sorted().map {
          .init(String($0), .object(["$ref": .string("#/components/responses/Problem")]))
        }
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
