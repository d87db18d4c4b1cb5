package import FormRules

/// The result of upgrading the schema of a store.
public struct UpgradeReport: Sendable, Equatable {
  /// The number of the schema before.
  public var from: Int
  /// The number of this program's schema.
  public var to: Int
  /// The path of the copy with the content before, or nil if the store was up to date.
  public var backup: String?

  package var json: JSON {
    .object(["from": .integer(from), "to": .integer(to), "backup": .optional(backup)])
  }
}
