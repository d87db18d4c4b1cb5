import FormDefinitions
import FormRules

/// Evaluates a subschema for a value whose JSON type is known, or which is the only one of its
/// kind.
struct JSONSchemaProbe {
  /// The values to evaluate.
  enum Instance: CaseIterable {
    case null, emptyText, yes, no
    /// An arbitrary number, text, array or object.
    case number, text, array, object
  }

  let document: JSONSchemaDocument
  /// The remaining number of subschemas to evaluate. References can multiply them.
  private var budget = 10_000

  init(_ document: JSONSchemaDocument) { self.document = document }

  private static let maximumDepth = 64

  /// Returns whether the subschema accepts the value, or nil if this depends on the value or is
  /// unknown.
  mutating func accepts(_ instance: Instance, _ node: DefinitionNode) -> Bool? {
    accepts(instance, node, depth: 0)
  }

  private mutating func accepts(
    _ instance: Instance, _ node: DefinitionNode, depth: Int
  ) -> Bool? {
    budget -= 1
    guard budget > 0, depth < Self.maximumDepth else { return nil }
    guard case .mapping(var entries) = node.content else { return node.scalar == "true" }
    if document.dialect.ignoresSiblingsOfReferences,
      let reference = entries.first(where: { $0.key == "$ref" && $0.value.scalar != nil })
    {
      entries = [reference]
    }
    return Self.all(entries.map { accepts(instance, $0, in: node, depth: depth + 1) })
  }

  private mutating func accepts(
    _ instance: Instance, _ entry: DefinitionNode.Entry, in node: DefinitionNode, depth: Int
  ) -> Bool? {
    switch entry.key {
    case "$ref", "$dynamicRef", "$recursiveRef":
      return document.target(of: entry.value.scalar ?? "", at: entry.keyLocation)
        .flatMap { accepts(instance, $0, depth: depth) }
    case "allOf": return Self.all(entry.value.items.map { accepts(instance, $0, depth: depth) })
    case "anyOf": return Self.any(entry.value.items.map { accepts(instance, $0, depth: depth) })
    case "oneOf":
      let answers = entry.value.items.map { accepts(instance, $0, depth: depth) }
      if answers.count(where: { $0 == true }) > 1 { return false }
      return answers.contains(nil) ? nil : answers.contains(true)
    case "not": return accepts(instance, entry.value, depth: depth).map { !$0 }
    case "if":
      guard let condition = accepts(instance, entry.value, depth: depth) else {
        let branches = ["then", "else"].map { key in
          node.value(key).map { accepts(instance, $0, depth: depth) } ?? true
        }
        return branches[0] == branches[1] ? branches[0] : nil
      }
      return node.value(condition ? "then" : "else").map {
        accepts(instance, $0, depth: depth)
      } ?? true
    default: return accepts(instance, entry)
    }
  }

  /// Evaluates a keyword without subschemas that apply to the same value.
  private func accepts(_ instance: Instance, _ entry: DefinitionNode.Entry) -> Bool? {
    switch entry.key {
    case "type": return type(entry.value, of: instance)
    case "const": return isAmong([entry.value], instance)
    case "enum": return isAmong(entry.value.items, instance)
    case "minLength", "maxLength", "pattern", "format":
      switch instance {
      case .emptyText: return textKeyword(entry)
      case .text: return nil
      default: return true
      }
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
      return instance == .number ? nil : true
    case "items", "prefixItems", "additionalItems", "unevaluatedItems", "minItems", "maxItems",
      "uniqueItems", "contains", "minContains", "maxContains":
      return instance == .array ? nil : true
    case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties",
      "propertyNames", "required", "minProperties", "maxProperties", "dependencies",
      "dependentRequired", "dependentSchemas":
      return instance == .object ? nil : true
    default: return true
    }
  }

  private func type(_ node: DefinitionNode, of instance: Instance) -> Bool? {
    let assertion = JSONSchemaAssertion(keyword: "type", value: node, pointer: "", location: .none)
    guard let kinds = JSONSchemaTypes([assertion]).kinds else { return true }
    switch instance {
    case .null: return kinds.contains("null")
    case .yes, .no: return kinds.contains("boolean")
    case .emptyText, .text: return kinds.contains("string")
    case .array: return kinds.contains("array")
    case .object: return kinds.contains("object")
    case .number: return kinds.contains("number") ? true : kinds.contains("integer") ? nil : false
    }
  }

  private func isAmong(_ values: [DefinitionNode], _ instance: Instance) -> Bool? {
    func contains(_ isKind: (DefinitionNode) -> Bool) -> Bool { values.contains(where: isKind) }
    switch instance {
    case .null: return contains(\.isNull)
    case .yes: return contains { $0.jsonKind == .boolean && $0.scalar == "true" }
    case .no: return contains { $0.jsonKind == .boolean && $0.scalar == "false" }
    case .emptyText: return contains { $0.jsonKind == .string && $0.scalar == "" }
    case .number: return contains { $0.jsonKind == .number } ? nil : false
    case .text: return contains { $0.jsonKind == .string } ? nil : false
    case .array: return contains { $0.jsonKind == .array } ? nil : false
    case .object: return contains { $0.jsonKind == .object } ? nil : false
    }
  }

  /// Evaluates a text keyword for the empty text.
  private func textKeyword(_ entry: DefinitionNode.Entry) -> Bool? {
    guard let text = entry.value.scalar else { return nil }
    switch entry.key {
    case "maxLength": return true
    case "minLength": return NumberLiteral.plain(text).map { $0 == "0" || $0.hasPrefix("-") }
    case "pattern":
      guard let source = SchemaPattern.pcre(ofECMAScript: text),
        let pattern = try? Pattern(source, mode: .search)
      else { return nil }
      let empty: [UInt8] = []
      return pattern.answer(empty.span, using: PatternScratch()) == .matches
    default:
      switch text {
      case "json-pointer", "uri-reference", "iri-reference", "uri-template", "regex": return true
      case "date", "time", "date-time", "duration", "email", "idn-email", "hostname",
        "idn-hostname", "ipv4", "ipv6", "uri", "iri", "uuid", "relative-json-pointer", "color":
        return false
      default: return true
      }
    }
  }

  private static func all(_ answers: [Bool?]) -> Bool? {
    answers.contains(false) ? false : answers.contains(nil) ? nil : true
  }

  private static func any(_ answers: [Bool?]) -> Bool? {
    answers.contains(true) ? true : answers.contains(nil) ? nil : false
  }
}

/// The JSON types of values in a schema.
enum JSONKind: String { case null, boolean, number, string, array, object }

extension DefinitionNode {
  /// The JSON type of the node.
  var jsonKind: JSONKind {
    switch content {
    case .sequence: .array
    case .mapping: .object
    case .scalar(_, isPlain: false): .string
    case .scalar(let text, isPlain: true):
      isNull ? .null : text == "true" || text == "false" ? .boolean : .number
    }
  }
}
