import FormDefinitions
import FormRules

/// Reads JSON Schema (draft 4 to 2020-12) of flat objects.
struct JSONSchemaReader {
  let context: JSONSchemaContext
  var schema: PortableSchema
  /// The properties that no cell can contain. They do not become fields.
  private(set) var omitted: Set<String> = []
  /// The parts of the schema for each property, by name.
  private(set) var properties: [String: JSONSchemaProperty] = [:]

  private init(_ root: DefinitionNode, name: String) {
    context = JSONSchemaContext(root)
    schema = PortableSchema(name: name.asDefinitionName, notes: context.notes)
  }

  static func read(_ node: DefinitionNode, name: String) -> PortableSchema {
    let title = node["title"]?.scalar
    var reader = JSONSchemaReader(node, name: title ?? name)
    reader.schema.title = title
    if !reader.context.document.isDialectKnown, let entry = node.entry("$schema") {
      reader.context.addLoss(
        "is not a supported dialect; read as draft 2020-12", of: "/$schema", at: entry.keyLocation)
    }
    reader.readRecord(JSONSubschema(node: node, pointer: "", location: node.location))
    reader.schema.errors = reader.context.errors
    return reader.schema
  }

  /// Reads the schema of a record, or of an array of records.
  private mutating func readRecord(_ record: JSONSubschema) {
    let assertions = context.assertions(of: record)
    context.noteUnknownTypes(assertions)
    let types = JSONSchemaTypes(assertions)
    if types.allowed == [.array], let items = assertions.first(where: { $0.keyword == "items" }),
      case .mapping = items.value.content,
      record.pointer.utf8.count < JSONSchemaContext.maximumPointerLength
    {
      for other in assertions where !["type", "items"].contains(other.keyword) {
        context.addLoss(of: other)
      }
      return readRecord(items.subschema)
    }
    let subject = record.pointer.isEmpty ? "/" : record.pointer
    let location = record.node.location
    if types.allowed?.contains(.object) == false {
      context.addLoss("only objects are records", of: subject, at: location)
    }
    readFields(assertions)
    for assertion in assertions { readCondition(assertion) }
    noteDifferences(
      of: "\(record.pointer)/properties",
      at: record.node.entry("properties")?.keyLocation ?? location)
    if types.allowed?.contains(.object) != false, types.allowed != [.object] {
      schema.notes.addDifference(
        "records are objects; other values are rejected", of: subject, at: location)
    }
  }

  /// Reads the fields, in the order in which they are described, followed by those that are only
  /// mentioned.
  private mutating func readFields(_ assertions: [JSONSchemaAssertion]) {
    var names: [String] = []
    func add(_ name: String, _ change: (inout JSONSchemaProperty) -> Void) {
      if properties[name] == nil { names.append(name) }
      change(&properties[name, default: JSONSchemaProperty()])
    }
    for assertion in assertions where assertion.keyword == "properties" {
      for entry in assertion.value.entries {
        add(entry.key) { $0.own.append(JSONSubschema(entry, under: assertion.pointer)) }
      }
    }
    for assertion in assertions {
      if assertion.keyword == "required" {
        for name in assertion.value.items.compactMap(\.scalar) {
          add(name) { $0.isRequired = true }
        }
        continue
      }
      for mention in mentions(in: assertion) {
        add(mention.property) { property in
          if let subschema = mention.subschema {
            property.conditional.append(subschema)
          } else {
            property.isCounted = true
          }
        }
      }
    }
    let counts = assertions.contains { ["minProperties", "maxProperties"].contains($0.keyword) }
    for name in names {
      if counts { properties[name]?.isCounted = true }
      if let field = field(name) {
        schema.fields.append(field)
      } else {
        omitted.insert(name)
      }
    }
  }

  // MARK: Mentions

  /// A property that a condition mentions.
  private struct Mention {
    var property: String
    /// The subschema of its value, or nil if the condition only concerns its presence.
    var subschema: JSONSubschema?
  }

  /// Returns the properties that a keyword other than `properties` mentions.
  private func mentions(in assertion: JSONSchemaAssertion) -> [Mention] {
    switch assertion.keyword {
    case "required": assertion.value.items.compactMap(\.scalar).map { Mention(property: $0) }
    case "dependentRequired", "dependencies", "dependentSchemas":
      assertion.value.entries.flatMap { entry in
        [Mention(property: entry.key)]
          + entry.value.items.compactMap(\.scalar).map { Mention(property: $0) }
          + mentions(
            in: JSONSubschema(entry, under: assertion.pointer, following: assertion.references))
      }
    case "if": ["if", "then", "else"].compactMap(assertion.branch).flatMap { mentions(in: $0) }
    case "anyOf", "oneOf": assertion.alternatives.flatMap { mentions(in: $0) }
    case "not": mentions(in: assertion.subschema)
    default: []
    }
  }

  private func mentions(in subschema: JSONSubschema) -> [Mention] {
    guard subschema.pointer.utf8.count < JSONSchemaContext.maximumPointerLength else { return [] }
    // The condition itself is read elsewhere, which notes what cannot be converted.
    let assertions = context.discardingNotes { context.assertions(of: subschema) }
    return assertions.flatMap { assertion in
      guard assertion.keyword == "properties" else { return mentions(in: assertion) }
      return assertion.value.entries.map {
        Mention(property: $0.key, subschema: JSONSubschema($0, under: assertion.pointer))
      }
    }
  }

  // MARK: Fields

  /// Returns the field that the subschemas of a property describe, or nil if its values fit no
  /// cell.
  private mutating func field(_ name: String) -> PortableField? {
    let property = properties[name] ?? JSONSchemaProperty()
    var field = PortableField(name)
    field.label = property.own.lazy.compactMap { $0.node["title"]?.scalar }.first
    field.help = property.own.lazy.compactMap { $0.node["description"]?.scalar }.first
    let first = property.own.first ?? property.conditional.first
    let pointer = first?.pointer ?? "/properties/\(JSONSchemaDocument.token(name))"
    field.location = first?.location ?? .none
    var assertions = property.own.flatMap { context.assertions(of: $0) }
    var types = JSONSchemaTypes(assertions)
    types.removeNullBranches(of: &assertions, in: context)
    properties[name]?.allowedTypes = types.allowed
    field.required = property.isRequired && !types.allowsNull
    if property.isRequired, types.allowsNull {
      context.addLoss(
        "is required but may be null: it may be missing in the form", of: pointer,
        at: field.location)
    }
    context.noteUnknownTypes(assertions)
    var typing = JSONSchemaTyping(assertions, types, in: context)
    if property.own.isEmpty, let conditional = property.conditional.first {
      // A type that a condition requires becomes the type of the column.
      let assertions = context.assertions(of: conditional)
      typing = JSONSchemaTyping(assertions, JSONSchemaTypes(assertions), in: context)
      typing.rules = []
      if typing.type != .text {
        context.addLoss(
          "its type also applies without the condition", of: pointer, at: field.location)
      }
    }
    if let nested = typing.nested {
      context.addLoss(
        "\(nested) cannot be stored in a cell; the field is omitted", of: pointer,
        at: field.location)
      return nil
    }
    field.type = typing.type
    let value = JSONSchemaValue(
      assertions, of: field.type, allowedTypes: types.allowed, in: context)
    field.otherRules = typing.rules + (value.rules ?? [.bare("blank")])
    for assertion in value.lost { context.addLoss(of: assertion) }
    return field
  }
}

/// The parts of a schema for one property.
struct JSONSchemaProperty {
  /// The subschemas that always apply to the value.
  var own: [JSONSubschema] = []
  /// The subschemas that apply under conditions, or form one.
  var conditional: [JSONSubschema] = []
  /// Whether every record must have the property.
  var isRequired = false
  /// Whether another part of the schema depends on the property's presence.
  var isCounted = false
  /// The JSON types that the property may have, or nil for any.
  var allowedTypes: Set<JSONType>?
}
