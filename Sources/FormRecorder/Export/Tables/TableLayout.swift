import FormRules
import FormStore

/// The table of a form: its columns, and which of them hold which field.
struct TableLayout {
  /// What stands before the fields.
  enum Column: Int, CaseIterable {
    case submission, `import`, record, line, verdict, errors, warnings, source, batch, file,
      corrects
    case correctedBy, raw

    var shape: TableShape.Column {
      switch self {
      case .submission: .init("_submission", "INTEGER PRIMARY KEY")
      case .import: .init("_import", "INTEGER")
      case .record: .init("_record", "INTEGER")
      case .line: .init("_line", "INTEGER")
      case .verdict: .init("_verdict", "TEXT")
      case .errors: .init("_errors", "INTEGER")
      case .warnings: .init("_warnings", "INTEGER")
      case .source: .init("_source", "TEXT")
      case .batch: .init("_batch", "TEXT")
      case .file: .init("_file", "TEXT")
      case .corrects: .init("_corrects", "INTEGER")
      case .correctedBy: .init("_corrected_by", "INTEGER")
      case .raw: .init("_raw", "TEXT")
      }
    }
  }

  let shape: TableShape
  /// For each field its column, and for decimals with a fraction the one with the exact text.
  let columns: [(value: Int, exact: Int?)]

  /// - Parameter masked: the fields whose values are not shown, by position.
  init(_ form: Form, masked: Set<Int>) throws(RecorderError) {
    var shapes = Column.allCases.map(\.shape)
    var names = ColumnNames(taken: shapes.map(\.name))
    var columns: [(value: Int, exact: Int?)] = []
    // All fields come first, so that one called amount_exact keeps its name.
    let fieldNames = form.fields.map { names.add($0.name) }
    for (index, field) in form.fields.enumerated() {
      let type = masked.contains(index) ? "TEXT" : field.type.declared
      columns.append((shapes.count, nil))
      shapes.append(.init(fieldNames[index], type))
      guard type == "REAL", field.type != .number else { continue }
      columns[index].exact = shapes.count
      shapes.append(.init(names.add("\(field.name)_exact"), "TEXT"))
    }
    guard shapes.count <= TableFile.maximumColumns else {
      throw RecorderError(
        .failed,
        "form \(form.name) needs \(shapes.count) columns in a table; SQLite has at most "
          + "\(TableFile.maximumColumns)")
    }
    shape = TableShape(Self.name(ofForm: form.name), shapes)
    self.columns = columns
  }

  /// The form's name; with an underscore in front, which no form's name has, where another table or
  /// SQLite has the name.
  static func name(ofForm name: String) -> String {
    ["errors", "imports", "runs"].contains(name) || name.hasPrefix("sqlite_") ? "_\(name)" : name
  }
}

/// Gives columns names that SQLite can tell apart: it takes upper and lower case of ASCII letters for
/// the same.
private struct ColumnNames {
  private var taken: Set<[UInt8]>

  init(taken: [String]) { self.taken = Set(taken.map(Self.key)) }

  /// The name, or with `_2`, `_3` and so on behind it if it is taken.
  mutating func add(_ name: String) -> String {
    var result = name
    var number = 1
    while !taken.insert(Self.key(result)).inserted {
      number += 1
      result = "\(name)_\(number)"
    }
    return result
  }

  private static func key(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension FieldType {
  /// The type that SQLite tools are told.
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
