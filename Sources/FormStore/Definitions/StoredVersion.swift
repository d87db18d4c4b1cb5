import FormRules
import GRDB

/// An immutable version of a definition.
package struct StoredVersion: Sendable, Equatable {
  package var id: Int64
  /// The id of the definition.
  package var definitionID: Int64
  package var name: String
  package var number: Int
  /// The definition as canonical JSON.
  package var content: String
  /// The SHA-256 digest of the content, hexadecimal.
  package var digest: String
  package var createdAt: String
  /// The operator who stored it, and the reason.
  package var attribution = Attribution.none
  /// For a rule set, its form.
  package var form: String?
}

extension StoredVersion {
  init(row: StatementRow) throws {
    (id, definitionID, name, number) = try (row[0], row[1], row[2], row[3])
    (content, digest, createdAt, form) = try (row[4], row[5], row[6], row[7])
    attribution = try Attribution(by: row[8], reason: row[9])
  }

  private static let selection = """
    SELECT v.id, v.definition, d.name, v.number, v.content, v.digest, v.created_at, f.name, e."by", e.reason
    FROM definition d JOIN version v ON v.definition = d.id LEFT JOIN definition f ON f.id = d.form
    LEFT JOIN event e ON e.kind = 'definition' AND e.subject = v.id
    """

  /// Returns a version of a definition, the latest one without a number, or nil if there is none.
  static func fetch(
    _ db: Database, _ kind: DefinitionKind, name: String, number: Int?
  ) throws -> StoredVersion? {
    try db.firstRow(
      sql: """
        \(selection) WHERE d.kind = ?1 AND d.name = ?2 AND (?3 IS NULL OR v.number = ?3)
        ORDER BY v.number DESC LIMIT 1
        """, arguments: [kind.rawValue, name, number], StoredVersion.init(row:))
  }

  static func fetch(_ db: Database, id: Int64) throws -> StoredVersion? {
    try db.firstRow(
      sql: "\(selection) WHERE v.id = ?", arguments: [id], StoredVersion.init(row:))
  }

  /// Returns the versions of a definition, oldest first.
  static func all(
    _ db: Database, of kind: DefinitionKind, named name: String
  ) throws -> [StoredVersion] {
    try db.mapRows(
      sql: "\(selection) WHERE d.kind = ? AND d.name = ? ORDER BY v.number",
      arguments: [kind.rawValue, name], StoredVersion.init(row:))
  }

  /// Returns the latest versions of all definitions of a kind, by name.
  static func latest(_ db: Database, of kind: DefinitionKind) throws -> [StoredVersion] {
    try db.mapRows(
      sql: """
        \(selection) WHERE d.kind = ? AND v.number = (
          SELECT max(number) FROM version w WHERE w.definition = d.id)
        ORDER BY d.name
        """, arguments: [kind.rawValue], StoredVersion.init(row:))
  }
}
