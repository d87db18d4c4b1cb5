package import FormDefinitions
package import FormRules

extension DefinitionDiff.Change {
  /// The change as JSON with stable keys.
  package var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "what": .string(what), "detail": .string(detail),
      "class": .string(acceptance.rawValue),
    ])
  }
}
