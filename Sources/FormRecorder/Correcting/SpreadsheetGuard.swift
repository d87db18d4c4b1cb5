import FormBytes
import FormRules

/// Finds changes that spreadsheet programs make to the cells of a column.
enum SpreadsheetGuard {
  /// The minimum number of affected cells in a column. They must also be half of the changed cells.
  private static let least = 3
  /// The causes that lose information. In a field without an error, one cell is enough.
  private static let losses: Set<SuspiciousChange.Cause> = [
    .zeros, .scientific, .digits, .serial, .hashes,
  ]

  static func suspiciousChanges(
    in table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> [SuspiciousChange] {
    try table.header.indices.flatMap { column in
      let changed = table.changedRows(column)
      var rows: [SuspiciousChange.Cause: [Int]] = [:]
      for row in changed {
        let (before, after) = (table.before[column][row], table.after[column][row])
        guard let cause = SpreadsheetDamage.kind(table.bytes(before), table.bytes(after)),
          !isFix(table.bytes(before), table.bytes(after), cause, context.fields[column])
        else { continue }
        rows[cause, default: []].append(row)
      }
      let damaged = rows.values.reduce(0) { $0 + $1.count }
      if damaged < least || damaged * 2 < changed.count {
        for (cause, found) in rows {
          rows[cause] =
            losses.contains(cause) ? try found.filter { try !context.isFailing($0, column) } : []
        }
      }
      if try isEmptied(column, changed, table, context) { rows[.emptied] = changed }
      return SuspiciousChange.Cause.allCases.compactMap { cause in
        rows[cause].flatMap { $0.isEmpty ? nil : table.change(column, cause, rows: $0) }
      }
    }
  }

  /// Whether a change of notation turns an invalid text into a value of the field's type.
  private static func isFix(
    _ before: [UInt8], _ after: [UInt8], _ cause: SuspiciousChange.Cause, _ field: Field?
  ) -> Bool {
    guard let field, ![.scientific, .digits, .hashes].contains(cause) else { return false }
    return field.value(of: before) == nil && field.value(of: after) != nil
  }

  /// Whether all cells of a column were emptied, not only those with an error.
  private static func isEmptied(
    _ column: Int, _ changed: [Int], _ table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> Bool {
    guard changed.count >= least, table.after[column].allSatisfy({ $0 == 0 }) else { return false }
    return try changed.contains { try !context.isFailing($0, column) }
  }
}

extension Field {
  /// The value of a text, or nil if the text is empty or not of the field's type.
  func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    return range.isEmpty ? nil : try? type.read(text.span.extracting(range))
  }
}
