package import FormRules
import GRDB

extension Store {
  /// Returns a version of a form or rule set, or nil if there is none.
  ///
  /// Without a number, returns the latest version.
  package func version(
    of kind: DefinitionKind, named name: String, number: Int? = nil
  ) throws(StoreError) -> StoredVersion? {
    if let planned = plannedVersions?.version(of: kind, named: name, number: number) {
      return planned
    }
    return try read { db in try Self.version(db, kind, name: name, number: number) }
  }

  /// Returns the id of the latest version of any definition. Later versions have larger ids.
  package func latestDefinition() throws(StoreError) -> Int64 {
    try read { try Int64.fetchOne($0.cachedStatement(sql: "SELECT max(id) FROM version")) ?? 0 }
  }

  /// Returns the latest versions of all forms or rule sets, by name.
  package func latestVersions(of kind: DefinitionKind) throws(StoreError) -> [StoredVersion] {
    let stored = try read { try Self.latestVersions($0, of: kind) }
    guard let planned = plannedVersions?.planned.filter({ $0.kind == kind }).map(\.version) else {
      return stored
    }
    let names = Set(planned.map(\.name))
    return (stored.filter { !names.contains($0.name) } + planned).sorted { $0.name < $1.name }
  }

  static func latestVersions(_ db: Database, of kind: DefinitionKind) throws -> [StoredVersion] {
    try Row.fetchAll(
      db,
      sql: """
        \(selectVersion) WHERE d.kind = ? AND v.number = (
          SELECT max(number) FROM version w WHERE w.definition = d.id)
        ORDER BY d.name
        """,
      arguments: [kind.rawValue]
    ).map(StoredVersion.init(row:))
  }

  /// Returns all versions of a form or rule set, oldest first.
  package func allVersions(
    of kind: DefinitionKind, named name: String
  ) throws(StoreError) -> [StoredVersion] {
    let stored = try read { db in
      try Row.fetchAll(
        db, sql: "\(Self.selectVersion) WHERE d.kind = ? AND d.name = ? ORDER BY v.number",
        arguments: [kind.rawValue, name]
      ).map(StoredVersion.init(row:))
    }
    return stored + [plannedVersions?.version(of: kind, named: name)].compactMap { $0 }
  }

  private static let selectVersion = """
    SELECT v.id, v.definition, d.name, v.number, v.content, v.digest, v.created_at, f.name, e."by", e.reason
    FROM definition d JOIN version v ON v.definition = d.id LEFT JOIN definition f ON f.id = d.form
    LEFT JOIN event e ON e.kind = 'definition' AND e.subject = v.id
    """

  static func version(
    _ db: Database, _ kind: DefinitionKind, name: String, number: Int?
  ) throws -> StoredVersion? {
    try Row.fetchOne(
      db,
      sql: """
        \(selectVersion) WHERE d.kind = ?1 AND d.name = ?2 AND (?3 IS NULL OR v.number = ?3)
        ORDER BY v.number DESC LIMIT 1
        """,
      arguments: [kind.rawValue, name, number]
    ).map(StoredVersion.init(row:))
  }

  static func version(_ db: Database, id: Int64) throws -> StoredVersion? {
    try Row.fetchOne(db, sql: "\(selectVersion) WHERE v.id = ?", arguments: [id])
      .map(StoredVersion.init(row:))
  }
}
