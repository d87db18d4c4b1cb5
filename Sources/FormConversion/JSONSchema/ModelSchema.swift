public import FormModels

/// The JSON Schema (2020-12) of the JSON that `decode` of a validator accepts.
public struct ModelSchema: Sendable, Equatable {
  /// The schema, indented.
  public let text: String
  /// The differences between the schema and the validator, each with the property: rules without an
  /// equivalent, checks and conditions written in Swift, and values computed by closures.
  public let notes: [String]
}

extension ModelValidator {
  /// The JSON Schema of the model's JSON, provided that properties have the names of their members.
  ///
  /// Members are required unless the property is optional or has a `default`. Nested values become
  /// objects, repeated values become arrays or maps, and a recursive validator becomes a
  /// definition. Rules of a property with a `transform` are omitted, because they concern the
  /// transformed value.
  public var jsonSchema: ModelSchema {
    var writer = ModelSchemaWriter(shape)
    return writer.write()
  }
}

/// Writes the shape of a model as JSON Schema.
private struct ModelSchemaWriter {
  private let root: ModelShape
  /// The shapes that contain themselves, which need a name.
  private var recursive: Set<ObjectIdentifier> = []
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions: [JSON.Member] = []
  private var notes: [String] = []

  init(_ root: ModelShape) {
    self.root = root
    var open: Set<ObjectIdentifier> = []
    var closed: Set<ObjectIdentifier> = []
    findRecursion(root, &open, closed: &closed)
  }

  private mutating func findRecursion(
    _ shape: ModelShape, _ open: inout Set<ObjectIdentifier>, closed: inout Set<ObjectIdentifier>
  ) {
    let id = ObjectIdentifier(shape)
    if open.contains(id) { recursive.insert(id) }
    guard !closed.contains(id), open.insert(id).inserted else { return }
    for part in shape.nested { findRecursion(part.shape(), &open, closed: &closed) }
    open.remove(id)
    closed.insert(id)
  }

  mutating func write() -> ModelSchema {
    var members = [JSON.Member("$schema", JSONSchemaWriter.dialect)] + object(root, at: "")
    if !definitions.isEmpty { members.append(.init("$defs", .object(definitions))) }
    return ModelSchema(text: JSON.object(members).prettyText + "\n", notes: notes)
  }

  /// The schema of a nested value or an item.
  private mutating func schema(_ part: ModelShape.NestedValue, at path: String) -> JSON {
    let shape = part.shape()
    let id = ObjectIdentifier(shape)
    if shape === root { return .reference("#") }
    guard recursive.contains(id) else { return .object(object(shape, at: path)) }
    if let name = names[id] { return .reference("#/$defs/\(name)") }
    let name = "value\(names.count + 1)"
    names[id] = name
    let index = definitions.count
    definitions.append(.init(name, .null))
    definitions[index].value = .object(object(shape, at: path))
    return .reference("#/$defs/\(name)")
  }

  /// The keywords of an object.
  ///
  /// - Parameter path: The name of the object in notes.
  private mutating func object(_ shape: ModelShape, at path: String) -> [JSON.Member] {
    func name(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
    var (form, rules) = (shape.form, shape.ruleSet)
    let members = zip(form.fields, shape.members).filter { !$1.isComputed }
    form.fields = members.map(\.0)
    for (field, member) in zip(shape.form.fields, shape.members)
    where member.isComputed || member.isTransformed {
      guard let part = rules.fields.firstIndex(where: { $0.field == field.name }) else { continue }
      let why = member.isComputed ? "a closure computes the value" : "the value is transformed"
      notes += rules.fields[part].rules.map {
        "\(name(field.name)): rule '\($0.id ?? $0.rule)': not converted: \(why)"
      }
      rules.fields.remove(at: part)
    }
    notes += shape.checks.map { "\(name($0)): check: not converted" }
    let schema = PortableSchema(form, rules, hasConditions: true)
    var properties: [JSON.Member] = []
    var required: [String] = []
    for (field, (_, member)) in zip(schema.fields, members) {
      let isNullable = !field.required && member.isOptional || member.defaultValue != nil
      var property = JSONSchemaWriter.property(
        field, isNullable: isNullable, itemType: member.itemType?.jsonType ?? .string,
        schema.notes)
      property.add("default", member.defaultValue?.json)
      properties.add(field.name, .object(property))
      if !isNullable { required.append(field.name) }
    }
    let noteCount = notes.count
    for part in shape.nested {
      guard let (value, isOptional) = value(of: part, at: name(part.name)) else { continue }
      properties.add(part.name, value)
      if !isOptional { required.append(part.name) }
    }
    let keywords = JSONSchemaWriter.members(
      of: schema, properties: properties, required: required)
    let schemaNotes = schema.notes.all.map { "\(name($0.subject)): \($0.message)" }
    notes.insert(contentsOf: schemaNotes, at: noteCount)
    return path.isEmpty ? keywords : keywords.filter { $0.key != "title" }
  }

  private mutating func value(
    of part: ModelShape.NestedValue, at path: String
  ) -> (JSON, isOptional: Bool)? {
    switch part.kind {
    case .object(let isOptional):
      let value = schema(part, at: path)
      return (isOptional ? .nullable(value) : value, isOptional)
    case .array(let isOptional):
      let items = schema(part, at: "\(path)[]")
      return (.object([.type(.array, isNullable: isOptional), .init("items", items)]), isOptional)
    case .dictionary(let isOptional):
      let items = schema(part, at: "\(path).*")
      return (
        .object([.type(.object, isNullable: isOptional), .init("additionalProperties", items)]),
        isOptional
      )
    case .computed:
      notes.append("\(path): not converted: a closure computes the value")
      return nil
    }
  }
}

extension JSON {
  fileprivate static func reference(_ target: String) -> JSON { .object(["$ref": .string(target)]) }

  fileprivate static func nullable(_ schema: JSON) -> JSON {
    .object(["anyOf": .array([schema, .object(["type": .string("null")])])])
  }
}

extension DefinitionNode {
  fileprivate var json: JSON {
    switch content {
    case .scalar where isNull: .null
    case .scalar("true", isPlain: true): .bool(true)
    case .scalar("false", isPlain: true): .bool(false)
    case .scalar(let text, isPlain: true): .number(text)
    case .scalar(let text, isPlain: false): .string(text)
    case .sequence(let items): .array(items.map(\.json))
    case .mapping(let entries): .object(entries.map { .init($0.key, $0.value.json) })
    }
  }
}
