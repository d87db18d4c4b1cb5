import FormBytes
package import FormRules
import GRDB

/// A version of a form in the store.
package struct StoredForm: Sendable {
  let form: Form
  /// The number of the form, which is the same for all versions.
  let id: Int64

  package init(_ form: Form, id: Int64) {
    self.form = form
    self.id = id
  }
}

/// The two views of each form.
///
/// `form_<name>` contains every submission with one text column per field. `form_<name>_current`
/// contains the accepted and current submissions, with typed columns.
///
/// The SQL uses only syntax that SQLite and DuckDB share (`->>`, BIGINT, DOUBLE) and that both
/// execute fast. SQLite reads the submissions of each import in order, so a page needs no sort,
/// provided that no join follows. DuckDB converts subqueries to joins.
enum FormViews {
  /// Creates or replaces the views of a form.
  static func replace(_ db: Database, _ form: StoredForm) throws {
    let views = statements(form)
    for view in views.reversed() { try db.execute(sql: "DROP VIEW IF EXISTS \(view.name)") }
    for view in views { try db.execute(sql: view.sql) }
  }

  /// Returns the views in the order in which they are created.
  static func statements(_ stored: StoredForm) -> [(name: String, sql: String)] {
    let form = stored.form
    let name = "form_\(form.name)"
    let cells = form.fields.indices.map { "(s.cells ->> m.p\($0))" }
    let all = statement(
      name, stored,
      columns: """

          CAST(CASE WHEN i.state IS NULL THEN
            CASE (SELECT x.rejected FROM submission_status x WHERE x.submission = s.id)
              WHEN 1 THEN 'rejected' ELSE 'accepted' END END AS TEXT) AS _verdict,
          CAST(coalesce(
            i.state, (SELECT x.state FROM submission_status x WHERE x.submission = s.id),
            CASE WHEN \(SupersededTable.contains("s.id")) THEN 'superseded' END, 'current')
            AS TEXT) AS _state,
        """,
      values: cells.map { "CAST(\($0) AS TEXT)" })
    let current = statement(
      "\(name)_current", stored,
      values: zip(form.fields, cells).map {
        typed($0, $1, missing: $0.missing ?? form.file.missing)
      },
      condition: """

          AND i.state IS NULL AND s.id NOT IN (SELECT x.submission FROM submission_status x)
          AND NOT \(SupersededTable.contains("s.id"))
        """)
    return [(name, all), ("\(name)_current", current)]
  }

  /// Returns the statement that creates a view.
  ///
  /// - Parameters:
  ///   - columns: The columns before the fields, apart from those of all views.
  ///   - values: An expression for each field.
  ///   - condition: The condition of the submissions.
  private static func statement(
    _ name: String, _ stored: StoredForm, columns: String = "", values: [String],
    condition: String = ""
  ) -> String {
    var names = ColumnNames(
      taken: ["_submission", "_import", "_record", "_line", "_verdict", "_state"])
    let fields = zip(values, stored.form.fields).map {
      "  \($0) AS \(names.add($1.name).asSQLName)"
    }
    let positions = stored.form.fields.enumerated().map { index, field in
      "max(CASE WHEN x.field = \(field.name.quoted()) THEN x.position END) AS p\(index)"
    }
    return """
      CREATE VIEW \(name) AS
      WITH m AS MATERIALIZED (
        SELECT g.id AS mapping,
          \(positions.joined(separator: ",\n    "))
        FROM mapping g LEFT JOIN mapping_field x ON x.mapping = g.id
        WHERE g.form = \(stored.id) GROUP BY g.id)
      SELECT
        s.id AS _submission, c.import AS _import,
        CAST(c.first_record + s.id - c.first_submission AS BIGINT) AS _record, s.line AS _line,\(columns)
      \(fields.joined(separator: ",\n"))
      FROM m CROSS JOIN shown_import i CROSS JOIN span c CROSS JOIN submission_content s
      WHERE i.mapping = m.mapping AND c.import = i.import
        AND s.id BETWEEN c.first_submission AND c.last_submission\(condition)
      """
  }

  /// Returns an expression that converts a cell to its field's type.
  ///
  /// Missing values become NULL, and so does empty text unless the type is text.
  private static func typed(_ field: Field, _ cell: String, missing: [String]) -> String {
    var text = field.trim ? cell.trimmed : cell
    for word in missing { text = "nullif(\(text), \(word.quoted()))" }
    switch field.type {
    case .integer: return "CAST(nullif(\(text), '') AS BIGINT)"
    case .number: return "CAST(nullif(\(text), '') AS DOUBLE)"
    case .decimal(let format): return "CAST(nullif(\(format.sql(text)), '') AS DOUBLE)"
    case .boolean(let words):
      // Both sides are folded in SQL, because DuckDB folds all letters, SQLite only those of ASCII.
      let yes = words.yes.map { "lower(\($0.quoted()))" }.joined(separator: ", ")
      return "CASE WHEN nullif(\(text), '') IS NULL THEN NULL"
        + " WHEN lower(\(text)) IN (\(yes)) THEN 1 ELSE 0 END"
    case .date, .time, .datetime: return "CAST(nullif(\(text), '') AS TEXT)"
    case .text, .list, .file: return "CAST(\(text) AS TEXT)"
    }
  }
}
