import FormDefinitions
import FormRules

/// A keyword of a subschema that constrains values.
struct JSONSchemaAssertion {
  var keyword: String
  var value: DefinitionNode
  /// The location, as a JSON pointer and in the text.
  var pointer: String
  var location: SourceLocation

  /// The keyword that represents the schema `false`.
  static let never = "false"

  /// Keywords that are not constraints, or that are looked up by name.
  private static let annotations: Set<String> = [
    "$schema", "$id", "id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary", "title",
    "description", "default", "examples", "example", "readOnly", "writeOnly", "deprecated",
    "contentMediaType", "contentEncoding", "contentSchema", "then", "else", "discriminator", "xml",
    "externalDocs",
  ]

  private static let maximumDepth = 32

  /// Returns all assertions of a subschema, including those of its references and its `allOf`.
  static func all(
    of node: DefinitionNode, at pointer: String, in reader: inout JSONSchemaReader
  ) -> [JSONSchemaAssertion] {
    var open: [String] = []
    return all(of: node, at: pointer, in: &reader, following: &open)
  }

  private static func all(
    of node: DefinitionNode, at pointer: String, in reader: inout JSONSchemaReader,
    following open: inout [String]
  ) -> [JSONSchemaAssertion] {
    guard case .mapping(var entries) = node.content else {
      if node.scalar == "true" { return [] }
      return [.init(keyword: never, value: node, pointer: pointer, location: node.location)]
    }
    if reader.document.dialect.ignoresSiblingsOfReferences,
      let reference = entries.first(where: { $0.key == "$ref" && $0.value.scalar != nil })
    {
      entries = [reference]
    }
    var found: [JSONSchemaAssertion] = []
    for entry in entries where !annotations.contains(entry.key) && !entry.key.hasPrefix("x-") {
      let pointer = "\(pointer)/\(JSONSchemaDocument.token(entry.key))"
      reader.noteDraft(of: entry, at: pointer)
      switch entry.key {
      case "$ref", "$dynamicRef", "$recursiveRef":
        let reference = entry.value.scalar ?? ""
        guard let target = reader.document.target(of: reference, at: entry.keyLocation) else {
          reader.note(
            pointer, "'\(reference)' is not in this file; not converted",
            at: entry.keyLocation)
          continue
        }
        guard !open.contains(reference) else {
          reader.refuse("\(pointer): '\(reference)' refers back to itself", at: entry.keyLocation)
          continue
        }
        guard open.count < maximumDepth else {
          reader.refuse(
            "\(pointer): more than \(maximumDepth) references to this schema", at: entry.keyLocation
          )
          continue
        }
        guard reader.spend(at: entry.keyLocation) else { return found }
        open.append(reference)
        found += all(of: target, at: pointer, in: &reader, following: &open)
        open.removeLast()
      case "allOf":
        for (index, item) in entry.value.items.enumerated() {
          found += all(of: item, at: "\(pointer)/\(index)", in: &reader, following: &open)
        }
      case "if":
        // `if`, `then` and `else` form one assertion.
        found.append(
          .init(keyword: "if", value: node, pointer: pointer, location: entry.keyLocation))
      case "minimum", "maximum":
        // In draft 4, `exclusiveMinimum` is a flag that modifies `minimum`.
        let other = entry.key == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"
        let isExclusive = entries.contains {
          $0.key == other && $0.value.jsonKind == .boolean && $0.value.scalar == "true"
        }
        found.append(
          .init(
            keyword: isExclusive ? other : entry.key, value: entry.value, pointer: pointer,
            location: entry.keyLocation))
      case "exclusiveMinimum", "exclusiveMaximum":
        guard entry.value.jsonKind != .boolean else { continue }
        fallthrough
      default:
        found.append(
          .init(
            keyword: entry.key, value: entry.value, pointer: pointer, location: entry.keyLocation))
      }
    }
    return found
  }
}
