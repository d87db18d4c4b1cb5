import FormDefinitions
import FormRules

/// What JSON types a subschema leaves: those that every `type` names.
struct JSONSchemaTypes {
  /// Nil when no type is said.
  private(set) var kinds: Set<String>?
  /// Whether a branch of its own says that there may be nothing.
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
        // JSON's null is a name here, and only here.
        if node.isNull || node.items.contains(where: \.isNull) { named.insert("null") }
        if named.contains("number") { named.insert("integer") }
        kinds = kinds.map { $0.intersection(named) } ?? named
      case "nullable" where assertion.value.scalar == "true": allowsNullBesides = true
      default: break
      }
    }
    // Draft 4's any, and what nobody knows.
    if kinds?.isSubset(of: Self.all) == false { kinds = nil }
  }

  /// The names in `type` that no draft knows; `any` is of draft 3.
  static func unknown(in assertion: JSONSchemaAssertion) -> [String] {
    guard assertion.keyword == "type" else { return [] }
    let node = assertion.value
    let names = node.isNull ? [] : node.scalar.map { [$0] } ?? node.items.compactMap(\.scalar)
    return names.filter { !all.contains($0) && $0 != "any" }
  }

  var allowsNull: Bool { allowsNullBesides || kinds?.contains("null") ?? false }

  /// Those but null; a number may be whole.
  var withoutNull: Set<String>? {
    guard let kinds else { return nil }
    return kinds.subtracting(kinds.contains("number") ? ["null", "integer"] : ["null"])
  }

  func are(_ names: Set<String>) -> Bool { kinds == names }
}
