import FormRules
import FormStore

/// The table of a form: its columns, and the columns of each field.
struct TableLayout {
  /// The columns before those of the fields.
  enum Column: Int, CaseIterable {
    case submission, `import`, record, line, verdict, state, errors, warnings, source, batchLabel
    case file, corrects, correctedBy, supersededBy, raw

    var shape: TableShape.Column {
      switch self {
      case .submission: .init("_submission", "INTEGER PRIMARY KEY")
      case .import: .init("_import", "INTEGER")
      case .record: .init("_record", "INTEGER")
      case .line: .init("_line", "INTEGER")
      case .verdict: .init("_verdict", "TEXT")
      case .state: .init("_state", "TEXT")
      case .errors: .init("_errors", "INTEGER")
      case .warnings: .init("_warnings", "INTEGER")
      case .source: .init("_source", "TEXT")
      case .batchLabel: .init("_batch", "TEXT")
      case .file: .init("_file", "TEXT")
      case .corrects: .init("_corrects", "INTEGER")
      case .correctedBy: .init("_corrected_by", "INTEGER")
      case .supersededBy: .init("_superseded_by", "INTEGER")
      case .raw: .init("_raw", "TEXT")
      }
    }
  }

  let shape: TableShape
  /// For each field, its column and, for decimals with a fraction, the column with the exact text.
  let columns: [(value: Int, exact: Int?)]

  /// - Parameter masked: The positions of masked fields.
  init(_ form: Form, masked: Set<Int>) throws(RecorderError) {
    var shapes = Column.allCases.map(\.shape)
    var names = ColumnNames(taken: shapes.map(\.name))
    var columns: [(value: Int, exact: Int?)] = []
    // Names of fields are added first, so that a field named amount_exact keeps its name.
    let fieldNames = form.fields.map { names.add($0.name) }
    for (index, field) in form.fields.enumerated() {
      let type = masked.contains(index) ? "TEXT" : field.type.declared
      columns.append((shapes.count, nil))
      shapes.append(.init(fieldNames[index], type))
      guard type == "REAL", field.type != .number else { continue }
      columns[index].exact = shapes.count
      shapes.append(.init(names.add("\(field.name)_exact"), "TEXT"))
    }
    guard shapes.count <= ExportDatabase.maximumColumns else {
      throw RecorderError(
        .refused,
        "form \(form.name) requires a table of \(shapes.count) columns; SQLite allows at most "
          + "\(ExportDatabase.maximumColumns)", .chooseForm)
    }
    shape = TableShape(Self.name(ofForm: form.name), shapes)
    self.columns = columns
  }

  /// Returns the form's name, with a leading underscore if another table or SQLite uses the name.
  /// No form's name begins with an underscore.
  static func name(ofForm name: String) -> String {
    ["errors", "imports", "runs"].contains(name) || name.hasPrefix("sqlite_") ? "_\(name)" : name
  }
}

extension TableRows {
  /// The cell of a row in one of the columns before those of the fields.
  subscript(row: Int, column: TableLayout.Column) -> TableCell {
    get { self[row, column.rawValue] }
    set { self[row, column.rawValue] = newValue }
  }

  /// Sets the same cell for all rows in one of the columns before those of the fields.
  mutating func fill(_ cell: TableCell, in column: TableLayout.Column) {
    fill(cell, inColumn: column.rawValue)
  }
}

extension FieldType {
  /// The declared type of the SQLite column.
  fileprivate var declared: String {
    switch self {
    case .integer: "INTEGER"
    case .decimal(let format): format.scale == 0 ? "INTEGER" : "REAL"
    case .number: "REAL"
    case .boolean: "BOOLEAN"
    case .date: "DATE"
    case .datetime: "TIMESTAMP"
    case .text, .time, .list, .file: "TEXT"
    }
  }
}
