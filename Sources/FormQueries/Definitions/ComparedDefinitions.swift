public import FormDefinitions
import FormRules

/// The differences between two definitions of the same kind.
public struct ComparedDefinitions: Sendable, Encodable {
  /// The older definition.
  public var old: DefinitionDetails
  /// The newer definition.
  public var new: DefinitionDetails
  /// The changes from the older to the newer definition.
  public var diff: DefinitionDiff

  /// Descriptions of the changes, one line each. Empty if there are none.
  public var changes: [String] { diff.lines }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "kind": old.definition.kind.rawValue, "old": old.definition.name, "oldVersion": old.number,
      "new": new.definition.name, "newVersion": new.number, "class": diff.acceptanceChange.rawValue,
      "changes": diff.changes,
    ])
  }
}
