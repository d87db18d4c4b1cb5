import FormRules

/// The result of upgrading the schema of a store.
public struct UpgradeReport: Sendable, Equatable, Encodable {
  /// The number of the schema before.
  public var from: Int
  /// The number of this program's schema.
  public var to: Int
  /// The path of the copy with the content before, or nil if the store was up to date.
  public var backup: String?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["from": from, "to": to, "backup": backup])
  }
}
