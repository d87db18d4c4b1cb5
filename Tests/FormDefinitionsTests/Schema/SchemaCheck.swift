import FormRules
import Foundation

@testable import FormDefinitions

/// Validates documents against a JSON Schema, with the part of draft 2020-12 that ours uses. It
/// does not depend on how ours is generated. Safe to share because it is immutable.
struct SchemaCheck: @unchecked Sendable {
  private let root: [String: Any]

  struct Unsupported: Error {
    var keyword: String
  }

  init(_ text: String) throws {
    root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Whether a document satisfies the schema.
  ///
  /// - Throws: If a keyword is not supported.
  func accepts(_ document: DefinitionNode) throws -> Bool { try accepts(document, root) }

  private func accepts(_ node: DefinitionNode, _ schema: [String: Any]) throws -> Bool {
    for (keyword, value) in schema {
      guard try accepts(node, keyword, value, schema) else { return false }
    }
    return true
  }

  private func accepts(
    _ node: DefinitionNode, _ keyword: String, _ value: Any, _ schema: [String: Any]
  ) throws -> Bool {
    switch keyword {
    case "$schema", "$defs", "title", "description", "then": return true
    case "$ref":
      let name = (value as? String)?.split(separator: "/").last.map(String.init) ?? ""
      let parts = root["$defs"] as? [String: [String: Any]] ?? [:]
      guard let part = parts[name] else { throw Unsupported(keyword: "$ref \(name)") }
      return try accepts(node, part)
    case "anyOf":
      return try (value as? [[String: Any]] ?? []).contains { try accepts(node, $0) }
    case "if":
      guard let condition = value as? [String: Any], let then = schema["then"] as? [String: Any],
        try accepts(node, condition)
      else { return true }
      return try accepts(node, then)
    case "type":
      let names = value as? [String] ?? [value as? String ?? ""]
      return names.contains(where: node.isJSON)
    case "enum":
      guard case .scalar(let text, _) = node.content else { return false }
      return (value as? [String] ?? []).contains(text)
    case "minimum", "maximum":
      guard let number = node.scalar.flatMap(Int.init), let bound = value as? Int else {
        return true
      }
      return keyword == "minimum" ? number >= bound : number <= bound
    case "items":
      guard case .sequence(let items) = node.content else { return true }
      return try items.allSatisfy { try accepts($0, value as? [String: Any] ?? [:]) }
    case "required":
      guard case .mapping(let entries) = node.content else { return true }
      return (value as? [String] ?? []).allSatisfy { key in entries.contains { $0.key == key } }
    case "properties", "patternProperties", "additionalProperties":
      guard case .mapping(let entries) = node.content else { return true }
      return try entries.allSatisfy { try acceptsEntry($0, keyword, value, schema) }
    default: throw Unsupported(keyword: keyword)
    }
  }

  private func acceptsEntry(
    _ entry: DefinitionNode.Entry, _ keyword: String, _ value: Any, _ schema: [String: Any]
  ) throws -> Bool {
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    let patterns = schema["patternProperties"] as? [String: [String: Any]] ?? [:]
    let matching = try patterns.filter { try entry.key.contains(Regex($0.key)) }.map(\.value)
    switch keyword {
    case "properties": return try known[entry.key].map { try accepts(entry.value, $0) } ?? true
    case "patternProperties": return try matching.allSatisfy { try accepts(entry.value, $0) }
    default:
      if known[entry.key] != nil || !matching.isEmpty { return true }
      if let other = value as? [String: Any] { return try accepts(entry.value, other) }
      return value as? Bool ?? true
    }
  }
}

extension DefinitionNode {
  /// Whether the node has this JSON type in YAML's core schema.
  fileprivate func isJSON(_ type: String) -> Bool {
    switch content {
    case .mapping: type == "object"
    case .sequence: type == "array"
    case .scalar(let text, let isPlain):
      switch type {
      case "null": isNull
      case "boolean": isPlain && ["true", "false"].contains(text)
      case "integer": isPlain && Int(text) != nil
      case "number": isPlain && Double(text) != nil
      case "string": !isNull
      default: false
      }
    }
  }
}
