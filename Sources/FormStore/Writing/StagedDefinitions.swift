import FormRules
import GRDB
import Synchronization

/// Definitions that are stored together with the first writes that depend on them, or not at all.
package final class StagedDefinitions: Sendable {
  private let definitions: [NewDefinition]
  private let now: String
  private let attribution: Attribution
  private let stored = Atomic(false)

  package init(_ definitions: [NewDefinition], now: String, _ attribution: Attribution) {
    self.definitions = definitions
    self.now = now
    self.attribution = attribution
  }

  /// Whether the definitions are stored.
  package var areStored: Bool { stored.load(ordering: .sequentiallyConsistent) }

  fileprivate func didCommit() { stored.store(true, ordering: .sequentiallyConsistent) }

  /// The versions that the definitions become if they are stored next. Those that equal the latest
  /// versions are omitted.
  fileprivate func versions(_ db: Database) throws -> [(NewDefinition, StoredVersion)] {
    var version = try Int64.fetchOne(db, sql: "SELECT max(id) FROM version") ?? 0
    var definition = try Int64.fetchOne(db, sql: "SELECT max(id) FROM definition") ?? 0
    var versions: [(NewDefinition, StoredVersion)] = []
    for new in definitions {
      let latest = try StoredVersion.fetch(db, new.kind, name: new.name, number: nil)
      if latest?.digest == new.digest { continue }
      version += 1
      if latest == nil { definition += 1 }
      versions.append(
        (
          new,
          StoredVersion(
            id: version, definitionID: latest?.definitionID ?? definition, name: new.name,
            number: (latest?.number ?? 0) + 1, content: new.content, digest: new.digest,
            createdAt: now, attribution: attribution,
            form: new.kind == .ruleSet ? new.form?.name : nil)
        ))
    }
    return versions
  }

  fileprivate func insert(_ new: NewDefinition, _ db: Database) throws -> StoredVersion {
    try WritableStore.insert(db, new, now: now, attribution: attribution)
  }
}

extension Store {
  /// Lets all functions that read definitions return the staged ones, as if they were stored. The
  /// next transaction stores them before its other writes.
  package func stage(_ definitions: StagedDefinitions) throws(StoreError) {
    if definitions.areStored { return }
    let versions = try read(definitions.versions)
    staged = StagedVersions(staged: versions.map { ($0.kind, $1) }) { [path] db in
      for (new, version) in versions {
        // Another process may have stored the same definition.
        let latest = try StoredVersion.fetch(db, new.kind, name: new.name, number: nil)
        let stored =
          if let latest, latest.digest == new.digest { latest } else {
            try definitions.insert(new, db)
          }
        guard (stored.id, stored.number) == (version.id, version.number) else {
          throw StoreError.failed(
            path: path,
            reason: "another process stored definitions in the meantime; run the command again")
        }
      }
    } stored: {
      definitions.didCommit()
    }
  }

  /// Whether definitions are staged and not stored yet.
  package var hasStagedDefinitions: Bool { staged != nil }
}

extension WritableStore {
  /// Stores the staged definitions, unless a transaction has stored them.
  package func storeStagedDefinitions() throws(StoreError) {
    if staged != nil { try write { _ in } }
  }
}
