import FormDefinitions
import FormRules

/// Reads JSON Schema (draft 4 to 2020-12) of flat objects.
struct JSONSchemaReader {
  let document: JSONSchemaDocument
  var schema: PortableSchema
  /// How many references may still be followed: definitions that refer to each other can mean
  /// more than there is room for.
  private var references = 10_000
  private var told: Set<String> = []
  /// The properties that no cell can hold; they are no fields.
  private(set) var omitted: Set<String> = []
  /// How many choices stand around the one that is read, each of which repeats its branches: what they
  /// come to grows with its power.
  var multiplying = 0

  init(_ root: DefinitionNode, name: String) {
    document = JSONSchemaDocument(root)
    schema = PortableSchema(name: name.asDefinitionName)
  }

  mutating func note(_ place: String, _ words: String, at location: SourceLocation) {
    // A part that is asked for twice is told once.
    if told.insert("\(place) \(words)").inserted { schema.note(place, words, at: location) }
  }

  mutating func lose(_ assertion: JSONSchemaAssertion, _ why: String = "not carried over") {
    note(assertion.pointer, why, at: assertion.location)
  }

  mutating func noteUnknownTypes(_ assertions: [JSONSchemaAssertion]) {
    for assertion in assertions {
      for name in JSONSchemaTypes.unknown(in: assertion) {
        note(
          assertion.pointer, "unknown type '\(name)': not carried over", at: assertion.location)
      }
    }
  }

  mutating func refuse(_ words: String, at location: SourceLocation) {
    if schema.errors.count < 20 { schema.errors.append(DefinitionError(words, at: location)) }
  }

  mutating func spend(at location: SourceLocation) -> Bool {
    references -= 1
    if references == 0 { refuse("more than 10,000 references are followed", at: location) }
    return references > 0
  }

  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    var reader = JSONSchemaReader(node, name: name)
    if let title = node.entries.first(where: { $0.key == "title" })?.value.scalar {
      reader.schema.name = title.asDefinitionName
      reader.schema.title = title
    }
    reader.readRecord(node, at: "")
    return [reader.schema]
  }

  /// A schema of records, or of arrays of them.
  private mutating func readRecord(_ node: DefinitionNode, at pointer: String) {
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &self)
    noteUnknownTypes(assertions)
    let types = JSONSchemaTypes(assertions)
    if types.are(["array"]), let items = assertions.first(where: { $0.keyword == "items" }),
      case .mapping = items.value.content, pointer.utf8.count < 1_000
    {
      for other in assertions where !["type", "items"].contains(other.keyword) { lose(other) }
      return readRecord(items.value, at: items.pointer)
    }
    if let kinds = types.kinds, !kinds.contains("object") {
      note(pointer.isEmpty ? "/" : pointer, "only objects are records", at: node.location)
    }
    readFields(assertions)
    for assertion in assertions { readCondition(assertion) }
  }

  /// The fields, in the order in which they are described, then those that are only required.
  private mutating func readFields(_ assertions: [JSONSchemaAssertion]) {
    var order: [String] = []
    var parts: [String: [JSONSchemaProperty]] = [:]
    func add(_ name: String, _ property: JSONSchemaProperty?) {
      if parts[name] == nil { order.append(name) }
      parts[name, default: []] += property.map { [$0] } ?? []
    }
    for assertion in assertions where assertion.keyword == "properties" {
      for entry in assertion.value.entries {
        add(entry.key, JSONSchemaProperty(entry, in: assertion))
      }
    }
    let described = Set(order)
    var required: Set<String> = []
    for assertion in assertions {
      for (name, property) in mentioned(assertion) where !described.contains(name) {
        add(name, property)
      }
      if assertion.keyword == "required" {
        required.formUnion(assertion.value.items.compactMap(\.scalar))
      }
    }
    for name in order {
      let field = JSONSchemaValue.field(
        name, parts[name] ?? [], isRequired: required.contains(name), &self)
      if let field {
        schema.fields.append(field)
      } else {
        omitted.insert(name)
      }
    }
  }

  /// The fields that a keyword speaks of besides `properties`. Where it describes them under a
  /// condition, that gives them their type.
  private mutating func mentioned(
    _ assertion: JSONSchemaAssertion
  ) -> [(String, JSONSchemaProperty?)] {
    switch assertion.keyword {
    case "required": assertion.value.items.compactMap(\.scalar).map { ($0, nil) }
    case "dependentRequired":
      assertion.value.entries.flatMap { entry in
        [(entry.key, nil)] + entry.value.items.compactMap(\.scalar).map { ($0, nil) }
      }
    case "dependencies", "dependentSchemas":
      assertion.value.entries.flatMap { entry in
        [(entry.key, nil)] + entry.value.items.compactMap(\.scalar).map { ($0, nil) }
          + mentioned(in: entry.value, assertion)
      }
    case "if":
      ["if", "then", "else"].flatMap { key in
        assertion.value.entries.first { $0.key == key }.map { mentioned(in: $0.value, assertion) }
          ?? []
      }
    case "anyOf", "oneOf": assertion.value.items.flatMap { mentioned(in: $0, assertion) }
    case "not": mentioned(in: assertion.value, assertion)
    default: []
    }
  }

  private mutating func mentioned(
    in node: DefinitionNode, _ assertion: JSONSchemaAssertion
  ) -> [(String, JSONSchemaProperty?)] {
    guard assertion.pointer.utf8.count < 1_000 else { return [] }
    // What cannot be carried over is told where the condition itself is read.
    let (notes, errors, told) = (schema.notes, schema.errors, told)
    defer { (schema.notes, schema.errors, self.told) = (notes, errors, told) }
    let parts = JSONSchemaAssertion.all(of: node, at: assertion.pointer + "/-", in: &self)
    return parts.flatMap { part -> [(String, JSONSchemaProperty?)] in
      guard part.keyword == "properties" else { return mentioned(part) }
      return part.value.entries.map { entry in
        (entry.key, JSONSchemaProperty(entry, in: part, isConditional: true))
      }
    }
  }
}

/// A subschema of a property.
struct JSONSchemaProperty {
  var node: DefinitionNode
  var pointer: String
  var location: SourceLocation
  /// Whether it holds under a condition, so that only its type says something of the field.
  var isConditional: Bool

  init(
    _ entry: DefinitionNode.Entry, in assertion: JSONSchemaAssertion, isConditional: Bool = false
  ) {
    node = entry.value
    pointer = "\(assertion.pointer)/\(JSONSchemaDocument.token(entry.key))"
    location = entry.keyLocation
    self.isConditional = isConditional
  }
}
