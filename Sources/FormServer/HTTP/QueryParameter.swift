#if Server
  import FormRules

  /// A parameter in the query of a request. Each route declares its parameters (`Routes.on`).
  struct QueryParameter: Sendable {
    /// The values of a parameter.
    enum Value {
      /// Texts that a JSON Schema describes.
      case schema(JSON)
      case integer(ClosedRange<Int64>)
      case flag
      case choice([String])
      /// Texts by key: `name[KEY]=TEXT`, once for each key.
      case members

      static let text = schema(.schema("string"))
      /// A text that is not empty.
      static let name = schema(.schema("string", ["minLength": .integer(1)]))
    }

    /// The name. An option of OData begins with `$`, which requests may omit.
    let name: String
    /// A sentence for the OpenAPI document.
    let description: String
    let value: Value
    /// False for an option of a standard that the server does not support.
    let isSupported: Bool

    init(
      _ name: String, _ description: String, _ value: Value = .text, isSupported: Bool = true
    ) {
      self.name = name
      self.description = description
      self.value = value
      self.isSupported = isSupported
    }

    /// Whether a name in a query is that of the parameter.
    func isNamed(_ name: String) -> Bool {
      if case .members = value { return name.hasPrefix(self.name + "[") && name.hasSuffix("]") }
      return name == self.name || "$" + name == self.name
    }

    /// The JSON Schema of the values.
    var schema: JSON {
      switch value {
      case .schema(let schema): schema
      case .integer(let range):
        .schema(
          "integer",
          ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
      case .flag: .schema("boolean")
      case .choice(let names): .enumSchema(names)
      case .members: .schema("object", ["additionalProperties": .schema("string")])
      }
    }
  }
#endif
