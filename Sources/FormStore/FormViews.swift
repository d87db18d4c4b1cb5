import FormRules
import GRDB

/// The two views of each form: `form_<name>` has every submission, a column a field, as text;
/// `form_<name>_accepted` the accepted ones, typed.
///
/// The SQL keeps to what SQLite and DuckDB both understand (`->>`, BIGINT, DOUBLE).
enum FormViews {
  /// Makes the views of a form anew.
  static func replace(_ db: Database, _ form: Form, id: Int64) throws {
    let views = statements(form, id: id)
    for view in views.reversed() { try db.execute(sql: "DROP VIEW IF EXISTS \(view.name)") }
    for view in views { try db.execute(sql: view.sql) }
  }

  /// The names of the views with the statements that make them, in order.
  static func statements(_ form: Form, id: Int64) -> [(name: String, sql: String)] {
    let name = "form_\(form.name)"
    var taken = ColumnNames(taken: ["_submission", "_import", "_record", "_line", "_verdict"])
    let columns = form.fields.map { quoted(taken.add($0.name)) }
    let typedColumns = zip(form.fields, columns).map { field, column in
      "  \(typed(field, column, missing: form.file.missing)) AS \(column)"
    }
    let positions = form.fields.enumerated().map { index, field in
      "max(CASE WHEN x.field = \(quoted(text: field.name)) THEN x.position END) AS p\(index)"
    }
    let cells = columns.enumerated().map { index, column in
      "  CAST(s.cells ->> m.p\(index) AS TEXT) AS \(column)"
    }
    return [
      (
        name,
        """
        CREATE VIEW \(name) AS
        WITH m AS MATERIALIZED (
          SELECT g.id AS mapping,
            \(positions.joined(separator: ",\n    "))
          FROM mapping g LEFT JOIN mapping_field x ON x.mapping = g.id
          WHERE g.form = \(id) GROUP BY g.id)
        SELECT
          s.id AS _submission, c.import AS _import,
          CAST(c.first_record + s.id - c.first_submission AS BIGINT) AS _record, s.line AS _line,
          CAST((
            SELECT CASE
              WHEN h.run IS NULL THEN NULL
              WHEN EXISTS (
                SELECT 1 FROM error e
                JOIN plan_rule p ON p.position = e.rule
                WHERE e.run = h.run AND e.submission = s.id AND p.plan = h.plan
                  AND p.severity = 'error')
              THEN 'rejected'
              ELSE 'accepted'
            END
            FROM current h WHERE h.first_submission <= s.id
            ORDER BY h.first_submission DESC LIMIT 1) AS TEXT) AS _verdict,
        \(cells.joined(separator: ",\n"))
        FROM m CROSS JOIN shown_import i CROSS JOIN span c CROSS JOIN submission s
        WHERE i.mapping = m.mapping AND c.import = i.import
          AND s.id BETWEEN c.first_submission AND c.last_submission
        """
      ),
      (
        "\(name)_accepted",
        """
        CREATE VIEW \(name)_accepted AS
        SELECT _submission, _import, _record, _line,
        \(typedColumns.joined(separator: ",\n"))
        FROM \(name) WHERE _verdict = 'accepted'
        """
      ),
    ]
  }

  /// A field's column with its type. The form's words for missing become NULL, and empty text where
  /// a type is not text.
  private static func typed(_ field: Field, _ column: String, missing: [String]) -> String {
    var text = field.trim ? "trim(\(column))" : column
    for word in missing where !word.isEmpty { text = "nullif(\(text), \(quoted(text: word)))" }
    switch field.type {
    case .integer: return "CAST(nullif(\(text), '') AS BIGINT)"
    case .number: return "CAST(nullif(\(text), '') AS DOUBLE)"
    case .decimal(let format):
      var plain = text
      for word in format.strip + [format.group].compactMap({ $0 }) where !word.isEmpty {
        plain = "replace(\(plain), \(quoted(text: word)), '')"
      }
      if format.point != "." { plain = "replace(\(plain), \(quoted(text: format.point)), '.')" }
      return "CAST(nullif(trim(\(plain)), '') AS DOUBLE)"
    case .boolean(let words):
      let yes = words.yes.map { quoted(text: $0.lowercased()) }.joined(separator: ", ")
      return "CASE WHEN nullif(\(text), '') IS NULL THEN NULL"
        + " WHEN lower(\(text)) IN (\(yes)) THEN 1 ELSE 0 END"
    case .date, .time, .datetime: return "nullif(\(text), '')"
    case .text, .list, .file: return text
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
