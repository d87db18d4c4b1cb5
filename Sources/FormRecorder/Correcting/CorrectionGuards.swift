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

/// Finds unintended changes in a correction file. Each guard examines the cells of whole columns.
protocol CorrectionGuard {
  /// The columns of a table whose changes look unintended.
  static func suspiciousChanges(
    in table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> [SuspiciousChange]
}

extension ReturnedTable {
  /// The suspicious changes of all guards, in the order of columns and causes.
  func suspiciousChanges(_ context: some CorrectionContext) throws -> [SuspiciousChange] {
    let guards: [any CorrectionGuard.Type] = [
      SpreadsheetGuard.self, EncodingGuard.self, RearrangementGuard.self,
    ]
    let order = Dictionary(header.enumerated().map { ($1, $0) }) { first, _ in first }
    return try guards.flatMap { try $0.suspiciousChanges(in: self, context) }.enumerated().sorted {
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

/// Finds changes that spreadsheet programs make to the cells of a column.
enum SpreadsheetGuard: CorrectionGuard {
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

/// Finds text that was decoded with a wrong encoding, or saved in one that lacks its letters.
enum EncodingGuard: CorrectionGuard {
  /// Cells of a column with the same damage.
  private struct Damaged {
    let column: Int
    let damage: EncodingDamage
    var rows: [Int] = []
  }

  static func suspiciousChanges(
    in table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> [SuspiciousChange] {
    var found: [Damaged] = []
    var certain: [EncodingDamage] = []
    for column in table.header.indices {
      for row in table.changedRows(column) {
        let before = table.string(table.before[column][row])
        let after = table.string(table.after[column][row])
        guard let damage = EncodingDamage(before, after) else { continue }
        let place =
          found.lastIndex { $0.column == column && $0.damage == damage } ?? found.count
        if place == found.count { found.append(Damaged(column: column, damage: damage)) }
        found[place].rows.append(row)
        if certain.contains(damage) { continue }
        if try !context.hasError(row, column) || !damage.mayCorrect(before, to: after) {
          certain.append(damage)
        }
      }
    }
    return found.filter { certain.contains($0.damage) }.map { change($0, table) }
  }

  private static func change(_ damaged: Damaged, _ table: ReturnedTable) -> SuspiciousChange {
    let (column, rows) = (damaged.column, damaged.rows)
    switch damaged.damage {
    case .misdecoded(let written, let read):
      var change = table.change(column, .misdecoded, rows: rows)
      change.encodings = [written, read]
      return change
    case .lettersReplaced: return table.change(column, .lettersReplaced, rows: rows)
    case .accentsLost: return table.change(column, .accentsLost, rows: rows)
    }
  }
}

extension Field {
  /// The value of a text, or nil if the text is empty or not of the field's type.
  func value(of text: [UInt8]) -> Value? {
    let range = trim ? text.span.trimmedRange : text.indices
    return range.isEmpty ? nil : try? type.read(text.span.extracting(range))
  }
}
