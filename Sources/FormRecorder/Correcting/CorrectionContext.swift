import FormBytes
import FormRules

/// The data that guards need about the records of a table, in addition to their cells.
protocol CorrectionContext {
  /// The field of each column.
  var fields: [Field?] { get }
  /// Whether the exported record had an error in the column's field, or in the whole record, which
  /// can concern any field.
  func isFailing(_ row: Int, _ column: Int) throws -> Bool
  /// Whether the column's field itself had an error.
  func hasError(_ row: Int, _ column: Int) throws -> Bool
  /// The frequencies of values in the imports of the records. Called at most once.
  func sample() throws -> ColumnSample
  /// For each row with columns, the cells of a rejected submission outside the table that has the
  /// new texts of two of these columns.
  func otherSubmissions(like columns: [Int: [Int]]) throws -> [Int: [[UInt8]]]
}

extension ReturnedTable {
  /// The columns whose changes look unintended, in the order of columns and causes. Each guard
  /// examines the cells of whole columns.
  func suspiciousChanges(_ context: some CorrectionContext) throws -> [SuspiciousChange] {
    let changes =
      try SpreadsheetGuard.suspiciousChanges(in: self, context)
      + EncodingGuard.suspiciousChanges(in: self, context)
      + RearrangementGuard.suspiciousChanges(in: self, context)
    let order = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
    return changes.enumerated().sorted {
      (order[$0.element.column] ?? .max, $0.offset)
        < (order[$1.element.column] ?? .max, $1.offset)
    }.map(\.element)
  }

  /// Creates a suspicious change in a column.
  ///
  /// - Parameter rows: The affected rows.
  func change(
    _ column: Int, _ cause: SuspiciousChange.Cause, rows: some Sequence<Int>
  ) -> SuspiciousChange {
    SuspiciousChange(
      column: header[column], cause: cause, lines: Set(rows.map { self.rows[$0].line }).sorted(),
      changed: changedRows(column).count)
  }
}
