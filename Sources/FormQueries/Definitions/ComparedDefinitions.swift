public import FormDefinitions
package import FormRules

/// The differences between two definitions of the same kind.
public struct ComparedDefinitions: Sendable {
  /// The older definition.
  public var old: DefinitionDetails
  /// The newer definition.
  public var new: DefinitionDetails
  /// The changes from the older to the newer definition.
  public var diff: DefinitionDiff

  /// Descriptions of the changes, one line each. Empty if there are none.
  public var changes: [String] { diff.lines }

  /// The comparison as JSON with stable keys.
  package var json: JSON {
    .object([
      "kind": .string(old.definition.kind.rawValue),
      "old": .string(old.definition.name), "oldVersion": .optional(old.number),
      "new": .string(new.definition.name), "newVersion": .optional(new.number),
      "class": .string(diff.acceptance.rawValue), "changes": .array(diff.changes.map(\.json)),
    ])
  }
}
