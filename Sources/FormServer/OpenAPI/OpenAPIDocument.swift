#if Server
import FormDefinitions
import FormRecorder
import FormRules
import HTTPTypes

/// The description of the HTTP interface (OpenAPI 3.1).
struct OpenAPIDocument {
  /// The routes of the server.
  let routes: [Route: RouteDeclaration]
  /// The operations of the routes, in the order of the document.
  let operations: [OpenAPIOperation]
  let address: PublicAddress
  /// The forms that the caller may use, each with the rules that are evaluated by default.
  let forms: [(form: Form, rules: RuleSet?)]
  /// Returns the JSON Schema of a form's records. If it is nil, records are any objects.
  let recordSchema: (@Sendable (Form, RuleSet?) -> JSON)?

  var json: JSON {
    .object([
      "openapi": .string("3.1.1"),
      "info": .object([
        "title": .string("formrec"), "version": .string(ProgramVersion.number),
        "description": .string(
          "Forms, submissions and reports. Errors are problem details (RFC 9457)."),
      ]),
      "servers": .array([.object(["url": .string(address.root)])]),
      "paths": .object(paths),
      "components": .object([
        "schemas": .object(schemas), "responses": .object(["Problem": Self.problem]),
        "securitySchemes": .object([
          "token": .object([
            "type": .string("http"), "scheme": .string("bearer"),
            "description": .string("A token, which the operator of the server grants."),
          ])
        ]),
      ]),
      "security": .array([.object(["token": .array([])])]),
    ])
  }

  private static let problem = JSON.object([
    "description": .string("The request was not processed; `detail` states the reason."),
    "content": .object([
      "application/problem+json": .object(["schema": .schemaReference("Problem")]),
      "application/json": .object(["schema": .schema("object")]),
    ]),
  ])

  private var paths: [JSON.Member] {
    var paths: [(path: String, operations: [JSON.Member])] = []
    for operation in operations {
      guard let declaration = routes[operation.route] else { continue }
      let (path, method) = (operation.route.path, operation.route.method)
      let index = paths.firstIndex { $0.path == path } ?? paths.count
      if index == paths.count { paths.append((path, [])) }
      paths[index].operations.append(
        .init(method.rawValue.lowercased(), operation.json(declaration)))
    }
    return paths.map { .init($0.path, .object($0.operations)) }
  }

  private var schemas: [JSON.Member] {
    let name: JSON =
      forms.isEmpty
      ? .schema("string", ["pattern": .string("^[a-z][a-z0-9_]*$")])
      : .schema("string", ["enum": .array(forms.map { .string($0.form.name) })])
    let records = recordSchema.map { schema in
      forms.map { JSON.Member($0.form.name, schema($0.form, $0.rules)) }
    }
    let record: JSON =
      if let records, !records.isEmpty {
        .object(["anyOf": .array(records.map { .schemaReference($0.key) })])
      } else {
        .schema("object")
      }
    return OpenAPISchemas.all + [.init("FormName", name), .init("Record", record)]
      + (records ?? [])
  }
}
#endif
