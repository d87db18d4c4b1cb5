package import FormRules

/// The JSON Schema (draft 2020-12) of definition files, for editors: the keys, their meanings, and
/// the shapes of their values.
///
/// The schema accepts more than the reader: it does not check field names, types of values, or
/// conditions. Every scalar may be a text, number or boolean, because the reader uses its source
/// text.
package enum DefinitionSchema {
  /// The schema of one document.
  package static var document: JSON {
    .object([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "title": .string("formrec definitions"),
      "anyOf": .array([
        reference("form"), reference("ruleSet"), reference("source"), reference("messages"),
      ]),
      "$defs": .object(parts.map { JSON.Member($0.name, $0.schema) }),
    ])
  }

  /// The schemas referenced by others, by name.
  private static var parts: [(name: String, schema: JSON)] {
    [
      ("form", form), ("field", field), ("choice", choice), ("ruleSet", ruleSet),
      ("source", source), ("sourceForm", sourceForm), ("runParameter", runParameter),
      ("rule", rule), ("rules", list(of: "rule")), ("preset", preset), ("limit", limit),
      ("example", example), ("messages", messages), ("message", message),
      ("scalar", .object(["type": .array(["string", "number", "boolean"].map(JSON.string))])),
      (
        "texts",
        .object(["anyOf": .array([reference("scalar"), list(of: "scalar")])])
      ),
    ]
  }
}

// MARK: Building blocks of schemas

extension DefinitionSchema {
  /// A key, its meaning, and the schema of its value.
  typealias Key = (name: String, text: String, value: JSON)

  static func reference(_ name: String) -> JSON { .object(["$ref": .string("#/$defs/\(name)")]) }

  static func list(of name: String) -> JSON {
    .object(["type": .string("array"), "items": reference(name)])
  }

  static func words(_ words: [String]) -> JSON {
    .object(["enum": .array(words.map(JSON.string))])
  }

  static var flag: JSON { .object(["type": .string("boolean")]) }
  static var scalar: JSON { reference("scalar") }
  static var texts: JSON { reference("texts") }

  static func wholeNumber(_ range: ClosedRange<Int>) -> JSON {
    .object([
      "type": .string("integer"), "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ])
  }

  /// Returns the schema of a mapping with arbitrary keys and values of one schema.
  static func mapping(of value: JSON) -> JSON {
    .object(["type": .string("object"), "additionalProperties": value])
  }

  /// Returns the schema of a mapping with known keys.
  ///
  /// Keys with a prefix such as `label.` end with a language.
  static func object(
    _ text: String, _ keys: [Key], required: [String] = [], translated: [String] = [],
    value: JSON = scalar
  ) -> JSON {
    var members: [JSON.Member] = [
      .init("description", .string(text)), .init("type", .string("object")),
      .init("properties", .object(keys.map { JSON.Member($0.name, described($0.value, $0.text)) })),
    ]
    if !translated.isEmpty {
      members.append(
        .init(
          "patternProperties",
          .object(translated.map { JSON.Member("^" + $0.replacing(".", with: "[.]"), value) })))
    }
    if !required.isEmpty {
      members.append(.init("required", .array(required.map(JSON.string))))
    }
    members.append(.init("additionalProperties", .bool(false)))
    return .object(members)
  }

  /// Returns a schema with a description.
  static func described(_ schema: JSON, _ text: String) -> JSON {
    guard case .object(let members) = schema else { return schema }
    return .object([JSON.Member("description", .string(text))] + members)
  }
}
