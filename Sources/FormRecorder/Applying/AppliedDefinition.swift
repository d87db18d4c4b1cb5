package import FormDefinitions
public import FormRules

/// The result of applying one definition.
public struct AppliedDefinition: Sendable, Encodable {
  /// Its kind.
  public var kind: DefinitionKind
  /// The definition's name.
  public var name: String
  /// The version number.
  public var number: Int
  /// Whether this is a new version.
  public var isNew: Bool
  /// The changes since the previous version, or nil for a first or unchanged version, and if the
  /// previous version cannot be read.
  package var changes: DefinitionDiff?

  /// Descriptions of the changes, one line each.
  public var differences: [String] { changes?.lines ?? [] }

  /// How the accepted records change, by independent parts; see `DefinitionDiff.acceptanceChanges`.
  /// Nil for a first or unchanged version, and if the previous version cannot be read.
  public var acceptanceChanges: Set<AcceptanceChange>? { changes?.acceptanceChanges }

  /// How the accepted records change, for each of the differences.
  package var acceptanceChangesByPart: [Set<AcceptanceChange>] {
    changes?.changes.map(\.acceptanceChanges) ?? []
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "kind": kind.rawValue, "name": name, "version": number, "new": isNew,
      "class": changes?.acceptanceChange.rawValue, "changes": changes?.changes ?? [],
    ])
  }
}
