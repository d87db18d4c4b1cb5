/// A keyword of JSON Schema.
///
/// To add a keyword, add it to `all`, and a case where it is converted: in `JSONSchemaRuleBuilder`
/// for the values of a field, in `JSONSchemaReader+Conditions` for records.
struct JSONSchemaKeyword {
  /// The values that a keyword constrains. It accepts all others.
  enum Subject {
    /// No values: the keyword is an annotation, or another keyword refers to it.
    case none
    case any, number, string, array, object
  }

  /// The subschemas in the value of a keyword.
  enum Subschemas {
    case none
    /// One subschema, or a list.
    case direct
    /// Subschemas by name.
    case named
  }

  let subject: Subject
  let subschemas: Subschemas
  /// The first draft that has the keyword, or draft 4 if it is older.
  let draft: JSONSchemaDialect

  private init(
    _ subject: Subject, _ subschemas: Subschemas = .none, since draft: JSONSchemaDialect = .draft4
  ) {
    self.subject = subject
    self.subschemas = subschemas
    self.draft = draft
  }

  /// Returns nil for an unknown keyword.
  init?(_ name: String) {
    guard let keyword = Self.all[name] else { return nil }
    self = keyword
  }

  /// Returns what a keyword constrains, or nil if it is unknown.
  static func subject(of name: String) -> Subject? { all[name]?.subject }

  private static let all: [String: JSONSchemaKeyword] = [
    // Annotations, and keywords that are looked up by name
    "$schema": .init(.none), "$id": .init(.none), "id": .init(.none), "$anchor": .init(.none),
    "$comment": .init(.none), "$vocabulary": .init(.none), "title": .init(.none),
    "description": .init(.none), "default": .init(.none), "examples": .init(.none),
    "example": .init(.none), "readOnly": .init(.none), "writeOnly": .init(.none),
    "deprecated": .init(.none), "contentMediaType": .init(.none), "contentEncoding": .init(.none),
    "discriminator": .init(.none), "xml": .init(.none), "externalDocs": .init(.none),
    "contentSchema": .init(.none, .direct), "then": .init(.none, .direct),
    "else": .init(.none, .direct), "$defs": .init(.none, .named),
    "definitions": .init(.none, .named),
    // Any value
    "type": .init(.any), "enum": .init(.any), "const": .init(.any, since: .draft6),
    "allOf": .init(.any, .direct), "anyOf": .init(.any, .direct), "oneOf": .init(.any, .direct),
    "not": .init(.any, .direct), "if": .init(.any, .direct, since: .draft7),
    // Numbers
    "minimum": .init(.number), "maximum": .init(.number), "exclusiveMinimum": .init(.number),
    "exclusiveMaximum": .init(.number), "multipleOf": .init(.number),
    // Texts. Two keywords belong to the validator Ajv.
    "minLength": .init(.string), "maxLength": .init(.string), "pattern": .init(.string),
    "format": .init(.string), "formatMinimum": .init(.string), "formatMaximum": .init(.string),
    // Arrays
    "items": .init(.array, .direct), "additionalItems": .init(.array, .direct),
    "minItems": .init(.array), "maxItems": .init(.array), "uniqueItems": .init(.array),
    "contains": .init(.array, .direct, since: .draft6),
    "minContains": .init(.array, since: .draft2019),
    "maxContains": .init(.array, since: .draft2019),
    "unevaluatedItems": .init(.array, .direct, since: .draft2019),
    "prefixItems": .init(.array, .direct, since: .draft2020),
    // Objects
    "properties": .init(.object, .named), "patternProperties": .init(.object, .named),
    "additionalProperties": .init(.object, .direct), "required": .init(.object),
    "minProperties": .init(.object), "maxProperties": .init(.object),
    "dependencies": .init(.object, .named),
    "propertyNames": .init(.object, .direct, since: .draft6),
    "dependentRequired": .init(.object, since: .draft2019),
    "dependentSchemas": .init(.object, .named, since: .draft2019),
    "unevaluatedProperties": .init(.object, .direct, since: .draft2019),
  ]
}
