#if Server
import FormRules

/// JSON schemas, as parts of the OpenAPI document.
extension JSON {
  static func schema(_ type: String, _ others: KeyValuePairs<String, JSON> = [:]) -> JSON {
    .object([Member("type", .string(type))] + others.map { Member($0.key, $0.value) })
  }

  /// The schema of one of some texts.
  static func enumSchema(_ texts: [String]) -> JSON {
    schema("string", ["enum": .array(texts.map(JSON.string))])
  }

  /// The schema of a value that may be null.
  static func optionalSchema(_ type: String) -> JSON { schema(type).orNull }

  /// The schema with null in addition to its type, if it has one.
  private var orNull: JSON {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map {
        $0.key == "type" ? Member($0.key, .array([$0.value, .string("null")])) : $0
      })
  }

  /// The schema of a text that is not blank.
  static let nonBlankSchema = schema("string", ["pattern": .string("^[^\\x00]*\\S[^\\x00]*$")])

  static func arraySchema(_ items: JSON) -> JSON { schema("array", ["items": items]) }

  /// The schema of an object with these members, all of which are required.
  static func objectSchema(_ properties: KeyValuePairs<String, JSON>) -> JSON {
    schema(
      "object",
      [
        "properties": .object(properties.map { Member($0.key, $0.value) }),
        "required": .array(properties.map { .string($0.key) }),
      ])
  }

  /// The schema of an object in a request, without other members than these. Optional members may
  /// be null; their schemas have at most one type.
  static func bodySchema(
    _ required: KeyValuePairs<String, JSON>, optional: KeyValuePairs<String, JSON> = [:]
  ) -> JSON {
    schema(
      "object",
      [
        "properties": .object(
          required.map { Member($0.key, $0.value) }
            + optional.map { Member($0.key, $0.value.orNull) }),
        "required": .array(required.map { .string($0.key) }),
        "additionalProperties": .bool(false),
      ])
  }

  /// A reference to a schema of the document.
  static func schemaReference(_ name: String) -> JSON {
    .object(["$ref": .string("#/components/schemas/\(name)")])
  }
}
#endif
