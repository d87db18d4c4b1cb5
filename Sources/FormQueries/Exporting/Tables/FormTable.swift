import FormBytes
import FormInput
import FormRules
import FormStore

/// Creates the rows of a form's table, with values by the latest version of the form.
final class FormTable {
  /// The index of the table in the file.
  let index: Int
  let layout: TableLayout
  let form: Form
  /// The rows of the current batch.
  var rows = TableRows()
  private var typed: TypedRecords
  private var good = RecordBatch()
  private var bad = RecordBatch()
  /// The indices in `rows` of the records in `good` and `bad`.
  private var goodRows: [Int] = []
  private var badRows: [Int] = []
  private var object: [UInt8] = []

  /// - Parameter masked: The positions of masked fields.
  init(_ form: Form, masked: Set<Int>, index: Int) throws {
    self.form = form
    self.index = index
    layout = try TableLayout(form, masked: masked)
    typed = try TypedRecords(form)
  }

  /// Creates the rows of a batch.
  func make(_ submissions: borrowing SubmissionBatch, _ source: TableMapping) throws(RecorderError)
  {
    good.removeAll()
    bad.removeAll()
    goodRows.removeAll(keepingCapacity: true)
    badRows.removeAll(keepingCapacity: true)
    for row in 0..<submissions.rows.count {
      if submissions.isMalformed(row) {
        try bad.append(row, of: submissions.rows)
        badRows.append(row)
      } else {
        try good.append(row, of: submissions.rows)
        goodRows.append(row)
      }
    }
    typed.read(good, source.columnOfField)
    // Texts refer to the bytes of the batch instead of copies.
    rows.reset(width: layout.shape.columns.count, count: submissions.rows.count, text: &good.bytes)
    var invalid: [(record: Int, field: Int)] = []
    for field in form.fields.indices { fill(field, source.isMasked[field], invalid: &invalid) }
    if !addRaw(source, invalid) { rows.fill(.null, in: .raw) }
  }

  /// Fills the columns of a field.
  private func fill(
    _ field: Int, _ isMasked: Bool, invalid: inout [(record: Int, field: Int)]
  ) {
    let values = typed.values(ofField: field)
    let cells = typed.cells(ofField: field)
    let (column, exact) = layout.columns[field]
    let type = form.fields[field].type
    let isISO = type == .date(formats: [])
    // The column of a field that is masked for some imports.
    let isText = layout.shape.columns[column].type == "TEXT"
    // Every access to a property of a class is checked for exclusivity, which is too slow per cell.
    var rows = TableRows()
    swap(&rows, &self.rows)
    defer { swap(&rows, &self.rows) }
    let mask = isMasked ? rows.text(DisplayColumns.mask) : .null
    let width = rows.width
    rows.withCells { made, text in
      func added(_ start: Int) -> TableCell { .text(from: start, count: text.count - start) }
      for record in 0..<goodRows.count {
        let value = values[values.startIndex + record]
        let cell = cells[cells.startIndex + record]
        let position = goodRows[record] &* width &+ column
        let start = text.count
        switch value {
        case .missing: break
        case .empty: if type.isText { made[position] = .text(from: 0, count: 0) }
        case _ where isMasked: made[position] = mask
        case .invalid: invalid.append((record, field))
        case .text, .list, .file:
          made[position] = .text(from: Int(cell.start), count: Int(cell.end - cell.start))
        case .integer(let number): made[position] = .integer(number)
        case .number(let number): made[position] = .real(number)
        case .boolean(let flag): made[position] = .integer(flag ? 1 : 0)
        case .decimal(let decimal):
          if let exact {
            made[position] = .real(decimal.double)
            text.append(decimal)
            made[position - column + exact] = added(start)
          } else if isText {
            text.append(decimal)
            made[position] = added(start)
          } else if decimal.scale == 0, let number = Int64(exactly: decimal.mantissa) {
            made[position] = .integer(number)
          } else {
            invalid.append((record, field))
          }
        case .date where isISO:
          made[position] = .text(from: Int(cell.start), count: Int(cell.end - cell.start))
        case .date(let date):
          text.append(date)
          made[position] = added(start)
        case .time(let time):
          text.append(time)
          made[position] = added(start)
        case .datetime(let instant):
          text.append(instant)
          made[position] = added(start)
        }
      }
    }
  }

  /// Adds the cells without a column to `_raw`. Returns whether there are any.
  private func addRaw(
    _ source: TableMapping, _ invalid: [(record: Int, field: Int)]
  ) -> Bool {
    let column = TableLayout.Column.raw.rawValue
    var hasAny = false
    if !source.rest.isEmpty || !invalid.isEmpty {
      var invalidColumns: [Int: [Int]] = [:]
      for (record, field) in invalid {
        guard let column = source.columnOfField[field] else { continue }
        invalidColumns[record, default: []].append(column)
      }
      let records =
        source.rest.isEmpty ? invalidColumns.keys.sorted() : Array(0..<goodRows.count)
      for record in records {
        let columns = invalidColumns[record, default: []] + source.rest
        object.removeAll(keepingCapacity: true)
        object.append(
          columns, good.cells(of: good.records[record]), in: rows.text.span, source: source)
        if object.isEmpty { continue }
        rows[goodRows[record], column] = rows.text { $0 += object }
        hasAny = true
      }
    }
    for record in 0..<badRows.count {
      object.removeAll(keepingCapacity: true)
      object.append(nil, bad.cells(of: bad.records[record]), in: bad.bytes.span, source: source)
      if object.isEmpty { continue }
      rows[badRows[record], column] = rows.text { $0 += object }
      hasAny = true
    }
    return hasAny
  }
}

extension FieldType {
  /// Whether an empty cell is a value, distinct from a missing one.
  fileprivate var isText: Bool {
    switch self {
    case .text, .list, .file: true
    default: false
    }
  }
}
