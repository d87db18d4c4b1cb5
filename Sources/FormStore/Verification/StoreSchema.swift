import FormBytes
import GRDB

/// The tables, indexes, triggers and views of a store, as recorded in `sqlite_schema`.
enum StoreSchema {
  /// A row of `sqlite_schema`.
  private struct Object: Hashable {
    var type: String
    var name: String
    var table: String
    /// The statement without comments.
    var sql: String?
  }

  /// A condition for the views of forms.
  ///
  /// The type alone is not sufficient, because SQLite uses the text.
  private static let isFormView = """
    (type = 'view' AND name = tbl_name AND name GLOB 'form_*' AND sql GLOB 'CREATE VIEW form_*')
    """

  /// A condition for the tables that ANALYZE creates. Any program may run it.
  private static let isStatistics = """
    (type = 'table' AND name = tbl_name AND (
      name = 'sqlite_stat1' AND sql = 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'
      OR name = 'sqlite_stat4' AND sql = 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'))
    """

  /// A condition for the tables that Litestream creates, exactly as it creates them. A replicator
  /// writes nothing else.
  private static let isReplication = """
    (type = 'table' AND name = tbl_name AND (
      name = '_litestream_seq' AND sql = 'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)'
      OR name = '_litestream_lock' AND sql = 'CREATE TABLE _litestream_lock (id INTEGER)'))
    """

  private static let columns = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
  private static let isOfMigrations =
    "\(isFormView) IS NOT TRUE AND \(isStatistics) IS NOT TRUE AND \(isReplication) IS NOT TRUE"

  /// Returns the SHA-256 digest of everything that migrations create, hexadecimal: without the
  /// views of forms and the tables of ANALYZE and Litestream.
  ///
  /// An unmodified store has the digest `MigrationTexts.schemaDigest`. Costs a tenth of creating
  /// the schema for comparison.
  static func digest(_ db: Database) throws -> String {
    var digest = RowDigest("formrec.schema.1")
    try digest.addRows(db, "\(columns) WHERE \(isOfMigrations) ORDER BY 1, 2, 3, 4")
    return digest.finish().hexadecimal
  }

  /// Returns a problem if what migrations create differs from the schema of this program after a
  /// number of migrations.
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

  /// Returns a problem if the views of forms differ from the schema of this program.
  ///
  /// - Parameter forms: The latest version of each form.
  static func problem(
    _ db: Database, ofViews forms: [StoredForm]
  ) throws -> StoreProblem? {
    let expected = forms.flatMap { form in
      FormViews.statements(form).map {
        Object(type: "view", name: $0.name, table: $0.name, sql: $0.sql.withoutSQLComments)
      }
    }
    return problem(try objects(db, where: "\(isFormView) IS TRUE"), expected)
  }

  private static func objects(_ db: Database, where condition: String) throws -> [Object] {
    try db.mapRows(sql: "\(columns) WHERE \(condition)") { row in
      try Object(
        type: row.text(0), name: row.text(1), table: row.text(2),
        sql: row.optionalText(3)?.withoutSQLComments)
    }
  }

  /// Returns the first difference by name.
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
    let change =
      if !isThere {
        "was dropped"
      } else if isOurs {
        "was redefined: it differs from the schema"
      } else {
        "was added: it is not part of the schema"
      }
    return StoreProblem(.schema, table: name, "\(name) \(change)")
  }
}

extension String {
  /// The SQL text without comments of the form `--`, and with one space in place of each run of
  /// blanks outside of quotes.
  ///
  /// Comments of a schema have no effect and may be corrected.
  fileprivate var withoutSQLComments: String {
    var result: [UInt8] = []
    var quote: UInt8?
    var isComment = false
    var previous: UInt8 = 0
    for byte in utf8 {
      defer { previous = byte }
      if isComment {
        guard byte == UInt8(ascii: "\n") else { continue }
        isComment = false
      }
      if quote != nil {
        if byte == quote { quote = nil }
        result.append(byte)
      } else if byte == UInt8(ascii: "-"), previous == byte {
        isComment = true
        result.removeLast()
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        if result.last != UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
      } else {
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Store {
  /// - Parameter forms: The latest version of each form.
  /// - Throws: `StoreError` if the views of forms differ from the schema of this program.
  package func requireViews(_ forms: [StoredForm]) throws(StoreError) {
    if let problem = try read({ try StoreSchema.problem($0, ofViews: forms) }) {
      throw .altered(problem.description)
    }
  }
}

extension StoreVerification {
  /// Returns a problem if tables, indexes, triggers or views differ from the schema of this
  /// program.
  ///
  /// - Parameter forms: The latest version of each form.
  package func schemaProblem(_ forms: [StoredForm]) throws(StoreError) -> StoreProblem? {
    try store.read { db in
      try StoreSchema.problem(db) ?? StoreSchema.problem(db, ofViews: forms)
    }
  }
}

extension Migration {
  /// Creates the schema without its initial rows, for comparison.
  static func createSchema(_ db: Database, through count: Int = all.count) throws {
    try db.execute(sql: migrationTable)
    for migration in all.prefix(count) { try db.execute(sql: migration.sql) }
  }
}
