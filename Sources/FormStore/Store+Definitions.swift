package import FormRules
import GRDB

/// One immutable version of a form or rule set.
package struct StoredVersion: Sendable, Equatable {
  package var id: Int64
  package var name: String
  package var number: Int
  /// Canonical JSON.
  package var content: String
  /// SHA-256 of the content, hexadecimal.
  package var digest: String
  package var createdAt: String
  /// For a rule set, the form it is for.
  package var form: String?
}

/// Forms or rule sets.
package enum DefinitionKind: String, Sendable {
  case form
  case ruleSet = "rule_set"

  var versions: String { rawValue + "_version" }
  package var words: String { self == .form ? "form" : "rule set" }
}

extension Store {
  /// A version of a form or rule set; without a number the latest one. Nil when there is none.
  package func version(
    of kind: DefinitionKind, named name: String, number: Int? = nil
  ) throws(StoreError) -> StoredVersion? {
    try read { db in try Self.version(db, kind, name, number) }
  }

  /// The latest versions of all forms or rule sets, by name.
  package func latestVersions(of kind: DefinitionKind) throws(StoreError) -> [StoredVersion] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: Self.select(kind)
          + """
           WHERE v.number = (
            SELECT max(number) FROM \(kind.versions) w WHERE w.\(kind.rawValue) = d.id)
          ORDER BY d.name
          """
      ).map(StoredVersion.init(row:))
    }
  }

  /// All versions of a form or rule set, oldest first.
  package func allVersions(
    of kind: DefinitionKind, named name: String
  ) throws(StoreError) -> [StoredVersion] {
    try read { db in
      try Row.fetchAll(
        db, sql: Self.select(kind) + " WHERE d.name = ? ORDER BY v.number", arguments: [name]
      ).map(StoredVersion.init(row:))
    }
  }

  private static func select(_ kind: DefinitionKind) -> String {
    """
    SELECT v.id, d.name, v.number, v.content, v.digest, v.created_at,
      \(kind == .ruleSet ? "(SELECT f.name FROM form f WHERE f.id = d.form)" : "NULL") AS form
    FROM \(kind.rawValue) d JOIN \(kind.versions) v ON v.\(kind.rawValue) = d.id
    """
  }

  static func version(
    _ db: Database, _ kind: DefinitionKind, _ name: String, _ number: Int?
  ) throws -> StoredVersion? {
    try Row.fetchOne(
      db,
      sql: select(kind) + " WHERE d.name = ? AND (? IS NULL OR v.number = ?)"
        + " ORDER BY v.number DESC LIMIT 1",
      arguments: [name, number, number]
    ).map(StoredVersion.init(row:))
  }

  /// Stores what is new of several definitions, in one transaction: content that differs from the
  /// latest version's becomes the next version.
  ///
  /// - Returns: for each definition its version and whether it is new.
  package func store(
    _ definitions: [NewDefinition], now: String
  ) throws(StoreError) -> [(version: StoredVersion, isNew: Bool)] {
    try write { db in
      try definitions.map { definition in
        if let latest = try Self.version(db, definition.kind, definition.name, nil),
          latest.digest == definition.digest
        {
          return (latest, false)
        }
        return (try Self.insert(db, definition, now: now), true)
      }
    }
  }

  private static func insert(
    _ db: Database, _ definition: NewDefinition, now: String
  ) throws -> StoredVersion {
    let kind = definition.kind
    if kind == .form {
      try db.execute(
        sql: "INSERT INTO form (name) VALUES (?) ON CONFLICT DO NOTHING",
        arguments: [definition.name])
    } else {
      try db.execute(
        sql: """
          INSERT INTO rule_set (name, form) SELECT ?, id FROM form WHERE name = ?
          ON CONFLICT DO NOTHING
          """,
        arguments: [definition.name, definition.form?.name])
    }
    try db.execute(
      sql: """
        INSERT INTO \(kind.versions) (\(kind.rawValue), number, content, digest, created_at)
        SELECT d.id, 1 + coalesce((
          SELECT max(number) FROM \(kind.versions) v WHERE v.\(kind.rawValue) = d.id), 0), ?, ?, ?
        FROM \(kind.rawValue) d WHERE d.name = ?
        """,
      arguments: [definition.content, definition.digest, now, definition.name])
    if kind == .form, let form = definition.form {
      try FormViews.replace(db, form)
    }
    guard let version = try version(db, kind, definition.name, nil) else {
      throw StoreError.unknown("no \(kind.words) '\(definition.name)'")
    }
    return version
  }

  /// The id of a plan, which is stored with its rules in words the first time it is used.
  static func planID(
    _ db: Database, _ plan: Plan, formVersion: Int64, ruleSetVersion: Int64
  ) throws -> Int64 {
    if let id = try Int64.fetchOne(
      db, sql: "SELECT id FROM plan WHERE form_version = ? AND rule_set_version = ?",
      arguments: [formVersion, ruleSetVersion])
    {
      return id
    }
    try db.execute(
      sql: "INSERT INTO plan (form_version, rule_set_version) VALUES (?, ?)",
      arguments: [formVersion, ruleSetVersion])
    let id = db.lastInsertedRowID
    for (position, rule) in plan.rules.enumerated() {
      let field = rule.field.map { plan.form.fields[$0] }
      try db.execute(
        sql: "INSERT INTO plan_rule VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          id, position, rule.id, rule.ruleName, field?.name, rule.severity.rawValue,
          rule.usualCode, rule.words(field: field),
        ])
    }
    return id
  }
}

/// A form or rule set to be stored.
package struct NewDefinition: Sendable {
  package var kind: DefinitionKind
  package var name: String
  package var content: String
  package var digest: String
  /// The form itself, or the one that the rule set is for.
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

extension StoredVersion {
  init(row: Row) {
    self.init(
      id: row[0], name: row[1], number: row[2], content: row[3], digest: row[4],
      createdAt: row[5], form: row[6])
  }
}
