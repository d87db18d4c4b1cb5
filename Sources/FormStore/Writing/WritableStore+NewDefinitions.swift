package import FormRules
import GRDB

/// A definition to store.
package struct NewDefinition: Sendable {
  package var kind: DefinitionKind
  package var name: String
  package var content: String
  package var digest: String
  /// The form itself, or the form of the rule set.
  package var form: Form?

  package init(
    kind: DefinitionKind, name: String, content: String, digest: String, form: Form?
  ) {
    self.kind = kind
    self.name = name
    self.content = content
    self.digest = digest
    self.form = form
  }
}

extension WritableStore {
  static func insert(
    _ db: Database, _ definition: NewDefinition, now: String, attribution: Attribution
  ) throws -> StoredVersion {
    let kind = definition.kind
    try db.execute(
      sql: """
        INSERT INTO definition (kind, name, form)
        VALUES (?1, ?2, (SELECT id
          FROM definition WHERE ?1 = 'rules' AND kind = 'form' AND name = ?3))
        ON CONFLICT DO NOTHING
        """,
      arguments: [kind.rawValue, definition.name, definition.form?.name])
    try db.execute(
      sql: """
        INSERT INTO version (definition, number, content, digest, created_at)
        SELECT d.id, 1 + coalesce((
          SELECT max(number) FROM version v WHERE v.definition = d.id), 0), ?, ?, ?
        FROM definition d WHERE d.kind = ? AND d.name = ?
        """,
      arguments: [
        definition.content, definition.digest, now, kind.rawValue, definition.name,
      ])
    guard let version = try StoredVersion.fetch(db, kind, name: definition.name, number: nil) else {
      throw StoreError.unknown("no \(kind.displayName) '\(definition.name)'")
    }
    if kind == .form, let form = definition.form {
      try FormViews.replace(db, StoredForm(form, id: version.definitionID))
      try ImportColumnTable.replaceFields(db, formID: version.definitionID, form)
    }
    try Ledger.append(db, .definition, subject: version.id, at: now, attribution: attribution)
    return version
  }
}
