import FormRules
import FormStore

/// The changed cells of a returned file that no failure or warning concerns, and the decisions on
/// them.
struct ProtectedCells {
  private typealias Row = CorrectionCandidate

  private static let maximumExamples = 2
  /// The number of different texts that must have moved within a column of open cells.
  private static let minimumExchanged = 3
  private static let maximumExample = 40

  private let header: [String]
  private let rows: [Row]
  private let openRows: [Row]
  /// The cells of all records that the file names, by column.
  private let values: [Int: Set<[UInt8]>]

  /// - Parameters:
  ///   - candidates: The changed records.
  ///   - values: Returns the texts that some columns have in the records that the file names.
  init(
    header: [String], _ candidates: [CorrectionCandidate],
    values: (Set<Int>) throws -> [Int: Set<[UInt8]>]
  ) rethrows {
    self.header = header
    rows = candidates.filter { !$0.protected.isEmpty }
    openRows = candidates.filter { !$0.patch.isEmpty }
    var columns: Set<Int> = []
    for row in candidates { columns.formUnion([row.protected, row.patch].flatMap(\.keys)) }
    self.values = try self.rows.isEmpty ? [:] : values(columns)
  }

  /// Returns the changes, in the order of columns.
  func changes() -> [ProtectedChange] {
    header.indices.compactMap { column in
      let changed = rows.filter { $0.protected[column] != nil }
      return changed.isEmpty ? rearrangement(column) : change(column, changed)
    }
  }

  /// The open cells of a column that exchanged their texts, as if the column had been sorted alone.
  /// Nil if they are few: a person may also exchange two.
  private func rearrangement(_ column: Int) -> ProtectedChange? {
    let changed = openRows.filter { $0.patch[column]?.isEmpty == false }
    var left = Dictionary(changed.map { ($0.before(column), 1) }, uniquingKeysWith: +)
    let moved = changed.filter { row in
      guard let count = left[row.patch[column]!], count > 0 else { return false }
      left[row.patch[column]!] = count - 1
      return true
    }
    let texts = Set(moved.map { $0.patch[column]! })
    guard texts.count >= Self.minimumExchanged, 3 * moved.count >= changed.count else {
      return nil
    }
    var change = ProtectedChange(
      column: header[column], position: column, lines: moved.map(\.row.line))
    (change.cause, change.canBeKept) = (.sorted, false)
    change.examples = examples(column, moved) { $0.patch[column]! }
    return change
  }

  private func examples(
    _ column: Int, _ rows: [Row], after: (Row) -> [UInt8]
  ) -> [ProtectedChange.Example] {
    rows.prefix(Self.maximumExamples).map { row in
      row.isMasked(column)
        ? .init(before: DisplayColumns.mask, after: DisplayColumns.mask)
        : .init(before: Self.shown(row.before(column)), after: Self.shown(after(row)))
    }
  }

  private func change(_ column: Int, _ changed: [Row]) -> ProtectedChange {
    var change = ProtectedChange(
      column: header[column], position: column, lines: changed.map(\.row.line))
    let moved = changed.filter { isMoved($0.protected[column]!, of: $0, in: column) }
    // The new text of a cell may be that which a changed open cell of the column had.
    let left = Set(openRows.filter { $0.patch[column] != nil }.map { $0.before(column) })
    let isTaken = moved.contains { left.contains($0.protected[column]!) }
    if isTaken || moved.count > 1 && 2 * moved.count > changed.count {
      change.cause = .sorted
      // The other cells of these records may also belong to other records.
      change.canBeKept =
        !isTaken
        && !moved.contains { row in row.patch.contains { isMoved($0.value, of: row, in: $0.key) } }
        && !openRows.contains { row in
          row.patch[column].map { isMoved($0, of: row, in: column) } == true
        }
    } else {
      change.cause = cause(column, changed)
    }
    change.examples = examples(column, changed) { $0.protected[column]! }
    return change
  }

  /// The cause of most changes.
  private func cause(_ column: Int, _ changed: [Row]) -> ProtectedChange.Cause? {
    var counts: [ProtectedChange.Cause: Int] = [:]
    for row in changed {
      let cause = ProtectedChange.Cause(
        String(decoding: row.before(column), as: UTF8.self),
        String(decoding: row.protected[column]!, as: UTF8.self))
      if let cause { counts[cause, default: 0] += 1 }
    }
    return counts.first { 2 * $0.value > changed.count }?.key
  }

  /// Whether the new text of a cell is that of another record.
  private func isMoved(_ text: [UInt8], of row: Row, in column: Int) -> Bool {
    !text.isEmpty && text != row.before(column) && values[column]?.contains(text) == true
  }

  private static func shown(_ text: [UInt8]) -> String {
    let text = String(decoding: text, as: UTF8.self).displayText
    return text.count > maximumExample ? text.prefix(maximumExample - 1) + "…" : text
  }
}
