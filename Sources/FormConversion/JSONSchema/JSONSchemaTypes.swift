import FormDefinitions
import FormRules

/// The JSON types that a subschema permits: those listed by every `type`.
struct JSONSchemaTypes {
  /// Nil if there is no `type`.
  private(set) var kinds: Set<String>?
  /// Whether a separate branch permits null.
  var allowsNullBesides = false

  private static let all: Set<String> = [
    "string", "integer", "number", "boolean", "array", "object", "null",
  ]

  init(_ assertions: [JSONSchemaAssertion]) {
    for assertion in assertions {
      switch assertion.keyword {
      case "type":
        let node = assertion.value
        var named = Set(node.scalar.map { [$0] } ?? node.items.compactMap(\.scalar))
        // JSON null is the name of a type here.
        if node.isNull || node.items.contains(where: \.isNull) { named.insert("null") }
        if named.contains("number") { named.insert("integer") }
        kinds = kinds.map { $0.intersection(named) } ?? named
      case "nullable" where assertion.value.scalar == "true": allowsNullBesides = true
      default: break
      }
    }
    // The type `any` of draft 3, and unknown types, permit everything.
    if kinds?.isSubset(of: Self.all) == false { kinds = nil }
  }

  /// Returns the names in `type` that are unknown in all drafts. `any` comes from draft 3.
  static func unknown(in assertion: JSONSchemaAssertion) -> [String] {
    guard assertion.keyword == "type" else { return [] }
    let node = assertion.value
    let names = node.isNull ? [] : node.scalar.map { [$0] } ?? node.items.compactMap(\.scalar)
    return names.filter { !all.contains($0) && $0 != "any" }
  }

  var allowsNull: Bool { allowsNullBesides || kinds?.contains("null") ?? false }

  /// The types without null. `number` includes integers.
  var withoutNull: Set<String>? {
    guard let kinds else { return nil }
    return kinds.subtracting(kinds.contains("number") ? ["null", "integer"] : ["null"])
  }

  func are(_ names: Set<String>) -> Bool { kinds == names }
}
