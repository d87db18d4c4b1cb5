package import FormRules
import GRDB

/// An immutable version of a form or rule set.
package struct StoredVersion: Sendable, Equatable {
  package var id: Int64
  /// The id of the form or rule set.
  package var definition: Int64
  package var name: String
  package var number: Int
  /// The definition as canonical JSON.
  package var content: String
  /// The SHA-256 digest of the content, hexadecimal.
  package var digest: String
  package var createdAt: String
  /// The operator who stored it, and the reason.
  package var attribution: Attribution
  /// For a rule set, its form.
  package var form: String?

  package init(
    id: Int64, definition: Int64, name: String, number: Int, content: String, digest: String,
    createdAt: String, attribution: Attribution = .none, form: String?
  ) {
    self.id = id
    self.definition = definition
    self.name = name
    self.number = number
    self.content = content
    self.digest = digest
    self.createdAt = createdAt
    self.attribution = attribution
    self.form = form
  }
}

extension Store {
  /// Returns a version of a form or rule set, or nil if there is none.
  ///
  /// Without a number, returns the latest version.
  package func version(
    of kind: DefinitionKind, named name: String, number: Int? = nil
  ) throws(StoreError) -> StoredVersion? {
    try read { db in try Self.version(db, kind, name, number) }
  }

  /// Returns the id of the latest version of any definition. Later versions have larger ids.
  package func latestDefinition() throws(StoreError) -> Int64 {
    try read { try Int64.fetchOne($0.cachedStatement(sql: "SELECT max(id) FROM version")) ?? 0 }
  }

  /// Returns the latest versions of all forms or rule sets, by name.
  package func latestVersions(of kind: DefinitionKind) throws(StoreError) -> [StoredVersion] {
    try read { try Self.latestVersions($0, of: kind) }
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
    try read { db in
      try Row.fetchAll(
        db, sql: "\(Self.selectVersion) WHERE d.kind = ? AND d.name = ? ORDER BY v.number",
        arguments: [kind.rawValue, name]
      ).map(StoredVersion.init(row:))
    }
  }

  private static let selectVersion = """
    SELECT v.id, v.definition, d.name, v.number, v.content, v.digest, v.created_at, f.name, e."by", e.reason
    FROM definition d JOIN version v ON v.definition = d.id LEFT JOIN definition f ON f.id = d.form
    LEFT JOIN event e ON e.kind = 'definition' AND e.subject = v.id
    """

  static func version(
    _ db: Database, _ kind: DefinitionKind, _ name: String, _ number: Int?
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

  /// Stores several definitions in one transaction.
  ///
  /// If the content of a definition differs from its latest version, it becomes the next version.
  ///
  /// - Returns: For each definition, its version and whether it is new.
  package func store(
    _ definitions: [NewDefinition], now: String, _ attribution: Attribution = .none
  ) throws(StoreError) -> [(version: StoredVersion, isNew: Bool)] {
    try write { db in
      try definitions.map { definition in
        if let latest = try Self.version(db, definition.kind, definition.name, nil),
          latest.digest == definition.digest
        {
          return (latest, false)
        }
        return (try Self.insert(db, definition, now: now, attribution), true)
      }
    }
  }

  private static func insert(
    _ db: Database, _ definition: NewDefinition, now: String, _ attribution: Attribution
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
    guard let version = try version(db, kind, definition.name, nil) else {
      throw StoreError.unknown("no \(kind.displayName) '\(definition.name)'")
    }
    if kind == .form, let form = definition.form {
      try FormViews.replace(db, StoredForm(form, id: version.definition))
      try ImportColumnTable.replaceFields(db, form: version.definition, form)
    }
    try Ledger.append(db, .definition, version.id, at: now, attribution)
    return version
  }

  /// Returns the id of a run's plan. Inserts the plan and its rules on first use.
  static func planID(_ db: Database, _ start: RunStart) throws -> Int64 {
    if let id = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM plan WHERE form_version = ? AND rules_version = ?"),
      arguments: [start.form.id, start.rules.id])
    {
      return id
    }
    try db.execute(
      sql: "INSERT INTO plan (form_version, rules_version) VALUES (?, ?)",
      arguments: [start.form.id, start.rules.id])
    let id = db.lastInsertedRowID
    let plan = start.plan
    for (position, rule) in plan.rules.enumerated() {
      let field = rule.field.map { plan.form.fields[$0] }
      try db.execute(
        sql: """
          INSERT INTO plan_rule (plan, position, rule, kind, field, severity, code, description)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, position, rule.id, rule.ruleName, field?.name, rule.severity.rawValue,
          rule.defaultCode, rule.description(field: field),
        ])
    }
    try Ledger.append(db, .plan, id, at: start.startedAt, start.attribution)
    return id
  }
}

/// A form or rule set to store.
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

extension StoredVersion {
  init(row: Row) throws {
    try self.init(
      id: row[0], definition: row[1], name: row[2], number: row[3], content: row[4],
      digest: row[5], createdAt: row[6], attribution: Attribution(by: row[8], reason: row[9]),
      form: row[7])
  }
}
