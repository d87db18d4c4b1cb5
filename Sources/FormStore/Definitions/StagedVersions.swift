import FormRules
import GRDB

/// Versions of definitions that are read as if they were stored, although the next transaction
/// stores them.
struct StagedVersions: StagedWrites {
  let staged: [(kind: DefinitionKind, version: StoredVersion)]
  /// Stores them. The versions must be the same.
  let store: (Database) throws -> Void
  /// Called once they are stored.
  let stored: () -> Void

  func write(_ db: Database) throws { try store(db) }

  func didCommit() { stored() }

  /// The staged version of a definition, or nil if there is none or it has another number.
  func version(
    of kind: DefinitionKind, named name: String, number: Int? = nil
  ) -> StoredVersion? {
    staged.first {
      $0.kind == kind && $0.version.name == name && $0.version.number == number ?? $0.version.number
    }?.version
  }
}

extension Store {
  /// The definitions that the next transaction stores, if any.
  var stagedVersions: StagedVersions? { staged as? StagedVersions }
}
