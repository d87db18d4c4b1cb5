import FormRules
import FormStore

extension Recorder {
  /// Upgrades the schema of a store that an earlier version created, as the first write does.
  ///
  /// - Throws: `RecorderError` if the store does not exist or cannot be written.
  public func upgrade(
    by: String? = nil, reason: String? = nil
  ) throws(RecorderError) -> UpgradeReport {
    try requireDatabase()
    let store = try storeForWriting(Attribution(by: by, reason: reason))
    let schema = try mappingErrors { try store.schema }
    return UpgradeReport(
      from: store.upgrade?.from ?? schema, to: schema, backup: store.upgrade?.backup)
  }

  /// A recorder with a temporary copy of the store whose schema is upgraded, if an earlier version
  /// created the store. It is meant for reading. Nil if the store is up to date or does not exist.
  ///
  /// The copy is next to the store, or in the folder for temporary files if that folder cannot be
  /// written. It is deleted with the last copy of the recorder. If the process is killed, the next
  /// command that writes to the store deletes it, provided that it is next to the store.
  ///
  /// - Throws: `RecorderError` if the store cannot be read or copied.
  /// - Complexity: Linear in the size of the store. The copy needs as much space on the disk.
  public func upgradedCopy() throws(RecorderError) -> Recorder? {
    guard try hasDatabase else { return nil }
    return try mappingErrors {
      let store = try Store(
        readingAt: database, lockTimeout: settings.lockTimeout, acceptsOutdated: true)
      guard let file = try store.upgradedCopy(readForm: { try $0.form() }) else { return nil }
      var copy = Recorder(
        database: file.path, lockTimeout: settings.lockTimeout, clock: settings.clock)
      copy.settings = settings
      copy.readingShouldStop = readingShouldStop
      copy.temporary = file
      return copy
    }
  }
}

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
