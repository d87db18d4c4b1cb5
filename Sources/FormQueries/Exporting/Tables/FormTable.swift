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
    // Every access to a property of a class is checked for exclusivity, which is too slow per cell.
    var rows = TableRows()
    swap(&rows, &self.rows)
    defer { swap(&rows, &self.rows) }
    let conversion = CellConversion(
      form.fields[field].type, hasExact: exact != nil,
      // The column of a field that is masked for some imports is TEXT.
      isText: layout.shape.columns[column].type == "TEXT",
      mask: isMasked ? rows.text(DisplayColumns.mask) : nil)
    let width = rows.width
    rows.withCells { made, text in
      for record in 0..<goodRows.count {
        let value = values[values.startIndex + record]
        let position = goodRows[record] &* width &+ column
        let cell = cells[cells.startIndex + record]
        if let converted = conversion.cell(value, of: cell, text: &text) {
          made[position] = converted
        } else {
          invalid.append((record, field))
        }
        if let exact, !isMasked, case .decimal(let decimal) = value {
          let start = text.count
          text.append(decimal)
          made[position - column + exact] = .text(from: start, count: text.count - start)
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

/// How the values of a field become the cells of its column.
private struct CellConversion {
  /// Whether an empty cell is a value, distinct from a missing one.
  private let hasEmptyText: Bool
  /// Whether dates are written as in the column.
  private let isISO: Bool
  private let hasExact, isText: Bool
  private let mask: TableCell?

  /// - Parameters:
  ///   - hasExact: Whether another column has the exact decimal numbers.
  ///   - isText: Whether the column has texts.
  ///   - mask: The cell in place of values, if they are masked.
  init(_ type: FieldType, hasExact: Bool, isText: Bool, mask: TableCell?) {
    hasEmptyText =
      switch type {
      case .text, .list, .file: true
      default: false
      }
    isISO = type == .date(formats: [])
    (self.hasExact, self.isText, self.mask) = (hasExact, isText, mask)
  }

  /// Returns the cell of a value, or nil if the column cannot have it.
  ///
  /// - Parameter text: The text of the rows. The text of the cell is added unless it is already
  ///   there.
  @inline(__always)
  func cell(_ value: Value, of cell: Cell, text: inout [UInt8]) -> TableCell? {
    let start = text.count
    switch value {
    case .missing: return .null
    case .empty: return hasEmptyText ? .text(from: 0, count: 0) : .null
    case _ where mask != nil: return mask
    case .invalid: return nil
    case .text, .list, .file:
      return .text(from: Int(cell.start), count: Int(cell.end - cell.start))
    case .integer(let number): return .integer(number)
    case .number(let number): return .real(number)
    case .boolean(let flag): return .integer(flag ? 1 : 0)
    case .decimal(let decimal) where hasExact: return .real(decimal.double)
    case .decimal(let decimal) where isText: text.append(decimal)
    case .decimal(let decimal):
      guard decimal.scale == 0, let number = Int64(exactly: decimal.mantissa) else { return nil }
      return .integer(number)
    case .date where isISO:
      return .text(from: Int(cell.start), count: Int(cell.end - cell.start))
    case .date(let date): text.append(date)
    case .time(let time): text.append(time)
    case .datetime(let instant): text.append(instant)
    }
    return .text(from: start, count: text.count - start)
  }
}
