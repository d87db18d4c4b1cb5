import FormRules

/// The JSON types of values.
enum JSONType: String {
  case null, boolean, integer, number, string, array, object
}

/// The JSON types that a subschema permits: those listed by every `type`.
struct JSONSchemaTypes {
  /// Nil for any type.
  private(set) var allowed: Set<JSONType>?
  /// Whether a separate branch permits null.
  var allowsNullBesides = false

  init(_ assertions: [JSONSchemaAssertion]) {
    for assertion in assertions {
      switch assertion.keyword {
      case "type":
        guard let types = Self.types(in: assertion.value) else { continue }
        allowed = allowed.map { $0.intersection(types) } ?? types
      case "nullable" where assertion.value.scalar == "true": allowsNullBesides = true
      default: break
      }
    }
  }

  /// Returns the types in the value of `type`, or nil if it permits any.
  private static func types(in node: DefinitionNode) -> Set<JSONType>? {
    // JSON null is the name of a type here.
    if node.isNull { return [.null] }
    var types: Set<JSONType> = node.items.contains(where: \.isNull) ? [.null] : []
    for name in node.scalar.map({ [$0] }) ?? node.items.filter({ !$0.isNull }).compactMap(\.scalar)
    {
      // The type `any` of draft 3, and unknown types, permit everything.
      guard let type = JSONType(rawValue: name) else { return nil }
      types.insert(type)
    }
    if types.contains(.number) { types.insert(.integer) }
    return types
  }

  /// Returns the names in `type` that are unknown in all drafts. `any` comes from draft 3.
  static func unknown(in assertion: JSONSchemaAssertion) -> [String] {
    guard assertion.keyword == "type", !assertion.value.isNull else { return [] }
    return assertion.value.texts.filter { JSONType(rawValue: $0) == nil && $0 != "any" }
  }

  var allowsNull: Bool { allowsNullBesides || allowed?.contains(.null) ?? false }

  /// The types without null. `number` includes integers.
  var withoutNull: Set<JSONType>? {
    guard let allowed else { return nil }
    return allowed.subtracting(allowed.contains(.number) ? [.null, .integer] : [.null])
  }
}

extension DefinitionNode {
  /// The JSON type of the node. All numbers are `number`.
  var jsonType: JSONType {
    switch content {
    case .sequence: .array
    case .mapping: .object
    case .scalar(_, isPlain: false): .string
    case .scalar(let text, isPlain: true):
      isNull ? .null : text == "true" || text == "false" ? .boolean : .number
    }
  }
}
