/// How the set of accepted records differs between two versions of a definition. Two versions are
/// compared for the same record, the same stored records and the same run.
public enum AcceptanceChange: String, Sendable, CaseIterable, Encodable {
  /// The newer version accepts no record that the older one rejects.
  case stricter
  /// The newer version rejects no record that the older one accepts.
  case looser
  /// Both accept the same records.
  case neither
  /// Nothing of this is certain.
  case unknown

  /// Returns the combination of independent changes. It is unknown if some are stricter and others
  /// looser.
  public init(combining changes: Set<AcceptanceChange>) {
    let certain = changes.subtracting([.neither])
    self = certain.count > 1 ? .unknown : certain.first ?? .neither
  }

  /// The change from the newer to the older version.
  var reversed: AcceptanceChange {
    switch self {
    case .stricter: .looser
    case .looser: .stricter
    case .neither, .unknown: self
    }
  }
}

extension Set<AcceptanceChange> {
  /// The changes from the newer to the older version.
  package var reversed: Set<AcceptanceChange> { Set(map(\.reversed)) }

  /// The change from a set to another one: items that only `other` has are `added`.
  init<Item>(
    from old: Set<Item>, to other: Set<Item>, added: AcceptanceChange
  ) {
    self = []
    if !other.isSubset(of: old) { insert(added) }
    if !old.isSubset(of: other) { insert(added.reversed) }
  }
}
