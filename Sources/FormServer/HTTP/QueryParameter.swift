#if Server
import FormRules

/// A parameter in the query of a request. Each route declares its parameters (`Routes.on`).
struct QueryParameter: Sendable {
  /// The values of a parameter.
  enum Values {
    /// Texts that a JSON Schema describes.
    case text(JSON)
    /// A text that is not empty.
    case name
    case integer(ClosedRange<Int64>)
    case flag
    case choice([String])
    /// Texts by key: `name[KEY]=TEXT`, once for each key.
    case members
    /// The values of an option of a standard that the server does not support.
    case unsupported

    static let anyText = text(.schema("string"))

    static func pattern(_ pattern: String) -> Self {
      text(.schema("string", ["pattern": .string(pattern)]))
    }
  }

  /// The name. An option of OData begins with `$`, which requests may omit.
  let name: String
  /// A sentence for the OpenAPI document.
  let description: String
  let values: Values
  /// Whether requests without it are refused. Handlers read it with `QueryParameters.required`.
  let isRequired: Bool

  init(
    _ name: String, _ description: String, _ values: Values = .anyText, isRequired: Bool = false
  ) {
    self.name = name
    self.description = description
    self.values = values
    self.isRequired = isRequired
  }

  /// Whether a name in a query denotes the parameter.
  func isNamed(_ name: String) -> Bool {
    if case .members = values { return name.hasPrefix(self.name + "[") && name.hasSuffix("]") }
    return name == self.name || "$" + name == self.name
  }

  /// The JSON Schema of the values, or nil if the parameter is not supported.
  var schema: JSON? {
    switch values {
    case .text(let schema): schema
    case .name: .schema("string", ["minLength": .integer(1)])
    case .integer(let range):
      .schema(
        "integer",
        ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
    case .flag: .schema("boolean")
    case .choice(let names): .enumSchema(names)
    case .members: .schema("object", ["additionalProperties": .schema("string")])
    case .unsupported: nil
    }
  }
}
#endif
