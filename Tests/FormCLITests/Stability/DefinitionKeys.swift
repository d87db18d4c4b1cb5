import FormTestSupport
import Foundation

/// The keys of definition files and their constant values, from `definition.schema.json`, which
/// tests compare with the reader.
///
/// A key that becomes required makes files invalid, so "is optional" is an item of its own.
enum DefinitionKeys {
  static func items() throws -> Set<String> {
    let data = try Data(contentsOf: Repository.fixture("definition.schema.json"))
    guard let schema = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let definitions = schema["$defs"] as? [String: [String: Any]]
    else { return [] }
    var items: Set<String> = []
    for (name, definition) in definitions { add(definition, at: name, to: &items) }
    return items
  }

  private static func add(_ schema: [String: Any], at path: String, to items: inout Set<String>) {
    for case let value as String in schema["enum"] as? [Any] ?? [] {
      items.insert("\(path) = \(value)")
    }
    let required = Set(schema["required"] as? [String] ?? [])
    for (key, value) in schema["properties"] as? [String: [String: Any]] ?? [:] {
      items.insert("\(path).\(key)")
      if !required.contains(key) { items.insert("\(path).\(key) is optional") }
      add(value, at: "\(path).\(key)", to: &items)
    }
    for (pattern, value) in schema["patternProperties"] as? [String: [String: Any]] ?? [:] {
      items.insert("\(path)./\(pattern)/")
      add(value, at: "\(path)./\(pattern)/", to: &items)
    }
    if let value = schema["additionalProperties"] as? [String: Any] {
      items.insert("\(path).*")
      add(value, at: "\(path).*", to: &items)
    }
    if let value = schema["items"] as? [String: Any] { add(value, at: "\(path)[]", to: &items) }
    for alternative in schema["anyOf"] as? [[String: Any]] ?? [] {
      add(alternative, at: path, to: &items)
    }
  }
}
