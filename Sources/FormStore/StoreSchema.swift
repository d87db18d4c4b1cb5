package import FormRules
import GRDB

/// The tables, indexes, triggers and views of a store, as they stand in `sqlite_schema`.
enum StoreSchema {
  /// A row of `sqlite_schema`.
  private struct Object: Hashable {
    var type: String
    var name: String
    var table: String
    var sql: String?
  }

  /// The views of forms. The type alone says nothing: SQLite goes by the text.
  private static let isFormView = """
    (type = 'view' AND name = tbl_name AND name GLOB 'form_*' AND sql GLOB 'CREATE VIEW form_*')
    """

  /// What ANALYZE makes, which anybody may run.
  private static let isStatistics = """
    (type = 'table' AND name = tbl_name AND (
      name = 'sqlite_stat1' AND sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'
      OR name = 'sqlite_stat4' AND sql = 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))
    """

  private static let columns = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
  private static let isOfMigrations =
    "\(isFormView) IS NOT TRUE AND \(isStatistics) IS NOT TRUE"

  /// SHA-256 of all but the views of forms, hexadecimal: `MigrationTexts.schemaDigest` in a store that
  /// is as this program makes it. Costs a tenth of making the schema for comparison.
  static func digest(_ db: Database) throws -> String {
    var digest = RowDigest("formrec.schema.1")
    try digest.addRows(db, "\(columns) WHERE \(isOfMigrations) ORDER BY 1, 2, 3, 4")
    return digest.finish().hexadecimal
  }

  /// Whether all but the views of forms is as this program makes it, after a number of migrations.
  static func problem(
    _ db: Database, after migrations: Int = Migration.all.count
  ) throws -> StoreProblem? {
    if migrations == Migration.all.count, try digest(db) == MigrationTexts.schemaDigest {
      return nil
    }
    let queue = try DatabaseQueue()
    let expected = try queue.write { db in
      try Migration.createSchema(db, through: migrations)
      return try objects(db, where: isOfMigrations)
    }
    return problem(try objects(db, where: isOfMigrations), expected)
  }

  /// Whether the views of forms are as this program makes them.
  ///
  /// - Parameter forms: the latest version of each form.
  static func problem(
    _ db: Database, ofViews forms: [(form: Form, id: Int64)]
  ) throws -> StoreProblem? {
    let expected = forms.flatMap { form in
      FormViews.statements(form.form, id: form.id).map {
        Object(type: "view", name: $0.name, table: $0.name, sql: $0.sql)
      }
    }
    return problem(try objects(db, where: "\(isFormView) IS TRUE"), expected)
  }

  private static func objects(_ db: Database, where condition: String) throws -> [Object] {
    try db.makeStatement(sql: "\(columns) WHERE \(condition)").mapSteps { row in
      Object(
        type: row.text(0) ?? "", name: row.text(1) ?? "", table: row.text(2) ?? "",
        sql: row.text(3))
    }
  }

  /// The first difference by name.
  private static func problem(_ found: [Object], _ expected: [Object]) -> StoreProblem? {
    let wanted = Set(expected)
    var missing = wanted
    var others: [Object] = []
    for object in found where missing.remove(object) == nil { others.append(object) }
    let differences = (Array(missing) + others).map { ($0.type, $0.name) }
    guard let first = differences.min(by: <) else { return nil }
    let name = "\(first.0) \(first.1)"
    let isOurs = expected.contains { ($0.type, $0.name) == first }
    let isThere = found.contains { ($0.type, $0.name) == first }
    let words =
      if !isThere {
        "was dropped"
      } else if isOurs {
        "was redefined: it is not what formrec makes"
      } else {
        "was added: formrec does not make it"
      }
    return StoreProblem(.schema, table: name, "\(name) \(words)")
  }
}

extension Store {
  /// - Parameter forms: the latest version of each form.
  /// - Throws: when the views of forms are not as this program makes them.
  package func requireViews(_ forms: [(form: Form, id: Int64)]) throws(StoreError) {
    if let problem = try read({ try StoreSchema.problem($0, ofViews: forms) }) {
      throw .damaged(problem.words)
    }
  }
}

extension StoreVerification {
  /// Whether tables, indexes, triggers and views are those that this program makes.
  ///
  /// - Parameter forms: the latest version of each form.
  package func schemaProblem(
    _ forms: [(form: Form, id: Int64)]
  ) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      try StoreSchema.problem(db) ?? StoreSchema.problem(db, ofViews: forms)
    }
  }
}

extension Migration {
  /// The schema without its first rows, for comparison.
  static func createSchema(_ db: Database, through count: Int = all.count) throws {
    try db.execute(sql: migrationTable)
    for migration in all.prefix(count) { try db.execute(sql: migration.sql) }
  }
}
