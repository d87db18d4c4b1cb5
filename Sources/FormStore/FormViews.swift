import FormRules
import GRDB

/// The two views of each form: `form_<name>` has every submission, a column a field, as text;
/// `form_<name>_accepted` the accepted ones, typed.
///
/// The SQL keeps to what SQLite and DuckDB both understand (`->>`, BIGINT, DOUBLE).
enum FormViews {
  static func replace(_ db: Database, _ form: Form) throws {
    let name = "form_\(form.name)"
    try db.execute(sql: "DROP VIEW IF EXISTS \(name)_accepted")
    try db.execute(sql: "DROP VIEW IF EXISTS \(name)")
    let cells = form.fields.map { field in
      """
        s.cells ->> (
          SELECT c.position FROM import_column c
          WHERE c.import = s.import AND c.field = \(quoted(text: field.name))) AS \(quoted(field.name))
      """
    }
    try db.execute(
      sql: """
        CREATE VIEW \(name) AS
        SELECT
          s.submission AS _submission, s.import AS _import, s.record AS _record, s.line AS _line,
          s.verdict AS _verdict,
        \(cells.joined(separator: ",\n"))
        FROM submission_view s
        JOIN import i ON i.id = s.import
        JOIN form_version v ON v.id = i.form_version
        JOIN form f ON f.id = v.form
        WHERE f.name = '\(form.name)'
        """)
    try db.execute(
      sql: """
        CREATE VIEW \(name)_accepted AS
        SELECT _submission, _import, _record, _line,
        \(form.fields.map { "  \(typed($0)) AS \(quoted($0.name))" }.joined(separator: ",\n"))
        FROM \(name) WHERE _verdict = 'accepted'
        """)
  }

  /// A field's column with its type; empty text becomes NULL where a type is not text.
  private static func typed(_ field: Field) -> String {
    let column = quoted(field.name)
    switch field.type {
    case .integer: return "CAST(nullif(\(column), '') AS BIGINT)"
    case .number: return "CAST(nullif(\(column), '') AS DOUBLE)"
    case .decimal(let format):
      var plain = column
      for word in format.strip + [format.group].compactMap({ $0 }) where !word.isEmpty {
        plain = "replace(\(plain), \(quoted(text: word)), '')"
      }
      if format.point != "." { plain = "replace(\(plain), \(quoted(text: format.point)), '.')" }
      return "CAST(nullif(trim(\(plain)), '') AS DOUBLE)"
    case .boolean(let words):
      let yes = words.yes.map { quoted(text: $0.lowercased()) }.joined(separator: ", ")
      return "CASE WHEN nullif(\(column), '') IS NULL THEN NULL"
        + " WHEN lower(\(column)) IN (\(yes)) THEN 1 ELSE 0 END"
    case .text, .date, .time, .datetime, .list, .file: return column
    }
  }

  /// A name between double quotes, whatever it holds.
  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// A text constant.
  private static func quoted(text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
