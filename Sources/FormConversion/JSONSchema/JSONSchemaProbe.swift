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

  private let document: JSONSchemaDocument
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
    guard case .mapping = node.content else { return node.scalar == "true" }
    return Self.all(
      document.effectiveEntries(of: node).map { accepts(instance, $0, in: node, depth: depth + 1) })
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
      let results = entry.value.items.map { accepts(instance, $0, depth: depth) }
      if results.count(where: { $0 == true }) > 1 { return false }
      return results.contains(nil) ? nil : results.contains(true)
    case "not": return accepts(instance, entry.value, depth: depth).map { !$0 }
    case "if":
      guard let condition = accepts(instance, entry.value, depth: depth) else {
        let branches = ["then", "else"].map { key in
          node[key].map { accepts(instance, $0, depth: depth) } ?? true
        }
        return branches[0] == branches[1] ? branches[0] : nil
      }
      return node[condition ? "then" : "else"].map {
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
    default: break
    }
    switch JSONSchemaKeyword.subject(of: entry.key) {
    case .string:
      switch instance {
      case .emptyText: return textKeyword(entry)
      case .text: return nil
      default: return true
      }
    case .number: return instance == .number ? nil : true
    case .array: return instance == .array ? nil : true
    case .object: return instance == .object ? nil : true
    case .any, JSONSchemaKeyword.Subject.none?, nil: return true
    }
  }

  private func type(_ node: DefinitionNode, of instance: Instance) -> Bool? {
    let assertion = JSONSchemaAssertion(keyword: "type", value: node, pointer: "", location: .none)
    guard let allowed = JSONSchemaTypes([assertion]).allowed else { return true }
    switch instance {
    case .null: return allowed.contains(.null)
    case .yes, .no: return allowed.contains(.boolean)
    case .emptyText, .text: return allowed.contains(.string)
    case .array: return allowed.contains(.array)
    case .object: return allowed.contains(.object)
    case .number:
      return allowed.contains(.number) ? true : allowed.contains(.integer) ? nil : false
    }
  }

  private func isAmong(_ values: [DefinitionNode], _ instance: Instance) -> Bool? {
    func contains(_ jsonType: JSONType, text: String? = nil) -> Bool {
      values.contains { $0.jsonType == jsonType && (text == nil || $0.scalar == text) }
    }
    switch instance {
    case .null: return contains(.null)
    case .yes: return contains(.boolean, text: "true")
    case .no: return contains(.boolean, text: "false")
    case .emptyText: return contains(.string, text: "")
    case .number: return contains(.number) ? nil : false
    case .text: return contains(.string) ? nil : false
    case .array: return contains(.array) ? nil : false
    case .object: return contains(.object) ? nil : false
    }
  }

  /// Evaluates a text keyword for the empty text.
  private func textKeyword(_ entry: DefinitionNode.Entry) -> Bool? {
    guard let text = entry.value.scalar else { return nil }
    switch entry.key {
    case "maxLength": return true
    case "minLength": return NumberLiteral.plain(text).map { $0 == "0" || $0.hasPrefix("-") }
    case "pattern":
      // A pattern that cannot be compiled is not evaluated.
      guard let source = SchemaPattern.pcre(ofECMAScript: text),
        let pattern = try? Pattern(source, mode: .search)
      else { return nil }
      let empty: [UInt8] = []
      return pattern.match(empty.span, using: PatternScratch()) == .matches
    case "format":
      switch text {
      case "json-pointer", "uri-reference", "iri-reference", "uri-template", "regex": return true
      case "date", "time", "date-time", "duration", "email", "idn-email", "hostname",
        "idn-hostname", "ipv4", "ipv6", "uri", "iri", "uuid", "relative-json-pointer", "color":
        return false
      default: return true
      }
    default: return true
    }
  }

  private static func all(_ results: [Bool?]) -> Bool? {
    results.contains(false) ? false : results.contains(nil) ? nil : true
  }

  private static func any(_ results: [Bool?]) -> Bool? {
    results.contains(true) ? true : results.contains(nil) ? nil : false
  }
}
