import FormDefinitions
import FormRules

/// Reads JSON Schema (draft 4 to 2020-12) of flat objects.
struct JSONSchemaReader {
  let document: JSONSchemaDocument
  var schema: PortableSchema
  /// The remaining number of references to follow.
  ///
  /// Definitions that refer to each other could otherwise expand without limit.
  private var references = 10_000
  private var noted: Set<String> = []
  /// The properties that no cell can contain. They do not become fields.
  private(set) var omitted: Set<String> = []
  /// The parts of the schema for each property, by name.
  var properties: [String: JSONSchemaPropertyParts] = [:]
  /// The number of alternatives that enclose the current one.
  ///
  /// Each repeats its branches, so that the total size grows exponentially with this number.
  var multiplying = 0

  init(_ root: DefinitionNode, name: String) {
    document = JSONSchemaDocument(root)
    schema = PortableSchema(name: name.asDefinitionName)
  }

  mutating func note(
    _ pointer: String, _ words: String, at location: SourceLocation,
    _ kind: ConversionNote.Kind = .loss
  ) {
    // A part that is evaluated twice is noted once.
    if noted.insert("\(pointer) \(words)").inserted {
      schema.note(pointer, words, at: location, kind)
    }
  }

  mutating func noteLoss(_ assertion: JSONSchemaAssertion, _ why: String = "not converted") {
    note(assertion.pointer, why, at: assertion.location)
  }

  /// Notes a keyword that the schema's draft does not have.
  ///
  /// Implementations ignore it, but the author intended it.
  mutating func noteDraft(of entry: DefinitionNode.Entry, at pointer: String) {
    let dialect = document.dialect
    var (what, origin): (String, String?) = ("", nil)
    if entry.key == "nullable" {
      origin = "OpenAPI"
    } else if entry.key == "dependencies", dialect >= .draft2019 {
      origin = JSONSchemaDialect.draft7.name
    } else if let first = JSONSchemaDialect.first(with: entry.key), first > dialect {
      origin = first.name
    } else if entry.key == "format", let name = entry.value.scalar,
      let first = JSONSchemaDialect.first(withFormat: name), first > dialect
    {
      (what, origin) = ("'\(name)' ", first.name)
    }
    if let origin {
      note(
        pointer,
        "\(what)is defined in \(origin) and ignored in \(dialect.name); it is still converted",
        at: entry.keyLocation, .difference)
    }
  }

  mutating func noteUnknownTypes(_ assertions: [JSONSchemaAssertion]) {
    for assertion in assertions {
      for name in JSONSchemaTypes.unknown(in: assertion) {
        note(
          assertion.pointer, "unknown type '\(name)': not converted", at: assertion.location)
      }
    }
  }

  mutating func refuse(_ words: String, at location: SourceLocation) {
    if schema.errors.count < 20 { schema.errors.append(DefinitionError(words, at: location)) }
  }

  mutating func spend(at location: SourceLocation) -> Bool {
    references -= 1
    if references == 0 { refuse("the schema has more than 10,000 references", at: location) }
    return references > 0
  }

  static func read(_ node: DefinitionNode, name: String) -> [PortableSchema] {
    var reader = JSONSchemaReader(node, name: name)
    if let title = node.entries.first(where: { $0.key == "title" })?.value.scalar {
      reader.schema.name = title.asDefinitionName
      reader.schema.title = title
    }
    if !reader.document.isDialectKnown,
      let entry = node.entries.first(where: { $0.key == "$schema" })
    {
      reader.note(
        "/$schema", "is not a supported dialect; read as draft 2020-12", at: entry.keyLocation)
    }
    reader.readRecord(node, at: "")
    return [reader.schema]
  }

  /// Reads the schema of a record, or of an array of records.
  private mutating func readRecord(_ node: DefinitionNode, at pointer: String) {
    let assertions = JSONSchemaAssertion.all(of: node, at: pointer, in: &self)
    noteUnknownTypes(assertions)
    let types = JSONSchemaTypes(assertions)
    if types.are(["array"]), let items = assertions.first(where: { $0.keyword == "items" }),
      case .mapping = items.value.content, pointer.utf8.count < 1_000
    {
      for other in assertions where !["type", "items"].contains(other.keyword) { noteLoss(other) }
      return readRecord(items.value, at: items.pointer)
    }
    let pointer = pointer.isEmpty ? "/" : pointer
    if let kinds = types.kinds, !kinds.contains("object") {
      note(pointer, "only objects are records", at: node.location)
    }
    readFields(assertions)
    for assertion in assertions { readCondition(assertion) }
    let entry = node.entries.first { $0.key == "properties" }
    noteDifferences(at: "\(pointer)/properties", entry?.keyLocation ?? node.location)
    if types.kinds?.contains("object") != false, types.kinds != ["object"] {
      schema.note(
        pointer, "records are objects; other values are rejected", at: node.location, .difference)
    }
  }

  /// Reads the fields, in the order in which they are described, followed by those that are only
  /// mentioned.
  private mutating func readFields(_ assertions: [JSONSchemaAssertion]) {
    var order: [String] = []
    func add(_ name: String, _ change: (inout JSONSchemaPropertyParts) -> Void) {
      if properties[name] == nil { order.append(name) }
      change(&properties[name, default: JSONSchemaPropertyParts()])
    }
    for assertion in assertions where assertion.keyword == "properties" {
      for entry in assertion.value.entries {
        add(entry.key) { $0.own.append(JSONSchemaProperty(entry, in: assertion)) }
      }
    }
    for assertion in assertions {
      if assertion.keyword == "required" {
        for name in assertion.value.items.compactMap(\.scalar) {
          add(name) { $0.isRequired = true }
        }
        continue
      }
      for (name, property) in mentioned(assertion) {
        add(name) { parts in
          if let property { parts.conditional.append(property) } else { parts.isCounted = true }
        }
      }
    }
    let counts = assertions.contains { ["minProperties", "maxProperties"].contains($0.keyword) }
    for name in order {
      if counts { properties[name]?.isCounted = true }
      if let field = JSONSchemaValue.field(name, properties[name] ?? .init(), &self) {
        schema.fields.append(field)
      } else {
        omitted.insert(name)
      }
    }
  }

  /// Returns the fields mentioned by a keyword other than `properties`, with the subschema of their
  /// values, or nil if the keyword only concerns their presence.
  private mutating func mentioned(
    _ assertion: JSONSchemaAssertion
  ) -> [(String, JSONSchemaProperty?)] {
    switch assertion.keyword {
    case "required": assertion.value.items.compactMap(\.scalar).map { ($0, nil) }
    case "dependentRequired", "dependencies", "dependentSchemas":
      assertion.value.entries.flatMap { entry in
        [(entry.key, nil)] + entry.value.items.compactMap(\.scalar).map { ($0, nil) }
          + mentioned(in: entry.value, assertion)
      }
    case "if":
      ["if", "then", "else"].flatMap { key in
        assertion.value.value(key).map { mentioned(in: $0, assertion) } ?? []
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
    // The condition itself is read elsewhere, which notes what cannot be converted.
    let (notes, errors, noted) = (schema.notes, schema.errors, noted)
    defer { (schema.notes, schema.errors, self.noted) = (notes, errors, noted) }
    let parts = JSONSchemaAssertion.all(of: node, at: assertion.pointer + "/-", in: &self)
    return parts.flatMap { part -> [(String, JSONSchemaProperty?)] in
      guard part.keyword == "properties" else { return mentioned(part) }
      return part.value.entries.map { ($0.key, JSONSchemaProperty($0, in: part)) }
    }
  }
}

/// The parts of a schema for one property.
struct JSONSchemaPropertyParts {
  /// The subschemas that always apply to the value.
  var own: [JSONSchemaProperty] = []
  /// The subschemas that apply under conditions, or form one.
  var conditional: [JSONSchemaProperty] = []
  /// Whether every record must have the property.
  var isRequired = false
  /// Whether another part of the schema depends on the property's presence.
  var isCounted = false
  /// The JSON types that the property may have, or nil for any.
  var kinds: Set<String>?
}

/// A subschema of a property.
struct JSONSchemaProperty {
  var node: DefinitionNode
  var pointer: String
  var location: SourceLocation

  init(_ entry: DefinitionNode.Entry, in assertion: JSONSchemaAssertion) {
    node = entry.value
    pointer = "\(assertion.pointer)/\(JSONSchemaDocument.token(entry.key))"
    location = entry.keyLocation
  }
}
