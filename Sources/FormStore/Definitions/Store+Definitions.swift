package import FormRules
import GRDB

extension Store {
  /// Returns a version of a definition, or nil if there is none.
  ///
  /// Without a number, returns the latest version.
  package func version(
    of kind: DefinitionKind, named name: String, number: Int? = nil
  ) throws(StoreError) -> StoredVersion? {
    if let staged = stagedVersions?.version(of: kind, named: name, number: number) {
      return staged
    }
    return try read { db in try StoredVersion.fetch(db, kind, name: name, number: number) }
  }

  /// Returns the id of the last stored version of any definition, or 0 if there is none.
  package func lastVersionID() throws(StoreError) -> Int64 {
    try read { try Int64.fetchOne($0.cachedStatement(sql: "SELECT max(id) FROM version")) ?? 0 }
  }

  /// Returns the ids of the plans by which records of a form were stored: not of those that only
  /// judged stored records again.
  package func storingPlans(ofForm formID: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT l.id FROM plan l JOIN version v ON v.id = l.form_version
          WHERE v.definition = ? AND l.id IN (SELECT plan FROM run WHERE kind <> 'replay')
          ORDER BY l.id
          """, arguments: [formID])
    }
  }

  /// Returns the latest versions of all definitions of a kind, by name.
  package func latestVersions(of kind: DefinitionKind) throws(StoreError) -> [StoredVersion] {
    let stored = try read { try StoredVersion.latest($0, of: kind) }
    guard let staged = stagedVersions?.staged.filter({ $0.kind == kind }).map(\.version) else {
      return stored
    }
    let names = Set(staged.map(\.name))
    return (stored.filter { !names.contains($0.name) } + staged).sorted { $0.name < $1.name }
  }

  /// Returns all versions of a definition, oldest first.
  package func allVersions(
    of kind: DefinitionKind, named name: String
  ) throws(StoreError) -> [StoredVersion] {
    let stored = try read { try StoredVersion.all($0, of: kind, named: name) }
    return stored + [stagedVersions?.version(of: kind, named: name)].compactMap { $0 }
  }
}
