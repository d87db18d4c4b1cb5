import Foundation

/// Finds columns whose cells moved to other records, because they were sorted without the column
/// `_submission`, moved up or down, or pasted over others.
///
/// A cell is *foreign* if it was changed to the text of another record in the same column. Only
/// foreign cells that identify a record count: a person who corrects a country often enters the
/// country of another record, but does not type the address of another record.
/// `docs/failures.md` lists the rules.
struct RearrangementGuard {
  private let table: ReturnedTable
  private let context: any CorrectionContext
  private let sample: ColumnSample
  /// The changes by column.
  private var columns: [Column]
  /// The affected rows by column.
  private var found: [Int: Set<Int>] = [:]

  /// The maximum number of rows by which a single cell may have moved up or down with its
  /// neighbours.
  private static let maximumShift = 5

  /// The changes of a column.
  private struct Column {
    let index: Int
    let changed: [Int]
    /// The rows in which each text was exported.
    var originalRows: [ReturnedTable.Text: [Int]] = [:]
    /// The rows that now have the text of another row.
    var foreign: [Int] = []
    /// The foreign rows whose text identifies its record.
    var identifying: [Int] = []
  }

  static func suspiciousChanges(
    in table: ReturnedTable, _ context: some CorrectionContext
  ) throws -> [SuspiciousChange] {
    var changes: [SuspiciousChange] = []
    for (column, header) in table.header.enumerated() {
      let lines = table.movedMasks.filter { $0.column == column }.map(\.line)
      if !lines.isEmpty {
        changes.append(
          SuspiciousChange(column: header, cause: .movedMask, lines: lines, changed: lines.count))
      }
    }
    if !table.otherLines.isEmpty {
      changes.append(
        SuspiciousChange(
          column: "_line", cause: .otherLine, lines: table.otherLines,
          changed: table.otherLines.count))
    }
    let columns = table.header.indices.map { Self.column($0, in: table) }
    guard columns.contains(where: { !$0.changed.isEmpty }) else { return changes }
    var search = RearrangementGuard(
      table: table, context: context, sample: try context.sample(), columns: columns)
    try search.run()
    return changes
      + search.found.sorted { $0.key < $1.key }.map { table.change($0, .rearranged, rows: $1) }
  }

  private static func column(_ index: Int, in table: ReturnedTable) -> Column {
    var column = Column(index: index, changed: table.changedRows(index))
    if column.changed.isEmpty { return column }
    for (row, text) in table.before[index].enumerated() where text != 0 {
      column.originalRows[text, default: []].append(row)
    }
    column.foreign = column.changed.filter {
      table.after[index][$0] != 0 && column.originalRows[table.after[index][$0]] != nil
    }
    return column
  }

  private mutating func run() throws {
    for index in columns.indices {
      columns[index].identifying = columns[index].foreign.filter {
        sample.identifiesRecord(table.bytes(table.after[index][$0]), of: index)
      }
      try findMoved(columns[index])
      try findBlocks(columns[index])
      try findCopies(columns[index])
    }
    try findCopiedRecords()
    try findEmptiedRecords()
    try findOtherSubmissions()
    for column in columns where found[column.index] == nil && !column.foreign.isEmpty {
      let plausible = try column.changed.filter { try !context.isFailing($0, column.index) }
      // Changes of cells with errors only are corrections.
      if plausible.isEmpty { continue }
      let pattern = ColumnPattern(
        table, column.index, column.changed, plausible.filter(Set(column.foreign).contains), sample)
      if pattern.isRearranged { note(column.changed, column) }
    }
  }

  private func text(_ row: Int, _ column: Column) -> ReturnedTable.Text {
    table.after[column.index][row]
  }

  private func originalRows(_ row: Int, _ column: Column) -> [Int] {
    column.originalRows[text(row, column)] ?? []
  }

  private mutating func note(_ rows: [Int], _ column: Column) {
    found[column.index, default: []].formUnion(rows)
  }

  /// Finds identifying texts that moved to other records, or to records without a submission: two
  /// of them, including exchanges; or a single one that replaced no error, moved a few rows with
  /// its neighbours, or left an empty cell behind.
  private mutating func findMoved(_ column: Column) throws {
    let after = table.after[column.index]
    func isGone(_ text: ReturnedTable.Text) -> Bool {
      column.originalRows[text]?.allSatisfy { after[$0] != text } ?? false
    }
    let moved = column.identifying.filter { isGone(text($0, column)) }
    let unnamed = table.unnamed[column.index].filter {
      isGone($0) && sample.identifiesRecord(table.bytes($0), of: column.index)
    }.flatMap { column.originalRows[$0] ?? [] }
    if moved.isEmpty, unnamed.isEmpty { return }
    func isSound(_ row: Int) throws -> Bool { try !context.isFailing(row, column.index) }
    // A text that replaces an error may have been entered in the wrong record.
    let nearby = try moved.filter(isSound).filter { row in
      originalRows(row, column).contains { original in
        // The original cell is empty, or has the text from the same distance.
        let isShift =
          after[original] == 0 || originalRows(original, column).contains(2 * original - row)
        return abs(original - row) <= Self.maximumShift && isShift
      }
    }
    let share = min(1, Double(2 * Self.maximumShift) / Double(table.rows.count))
    func areSurprising(_ rows: [Int], of changed: Int) -> Bool {
      let chance = sample.coincidences(of: changed, with: column.changed.count, in: column.index)
      let texts = Set(
        rows.map { text($0, column) } + unnamed.map { table.before[column.index][$0] })
      return texts.count > 1 && Self.isSurprising(texts.count, chance)
        || Self.isSurprising(nearby.filter(rows.contains).count, chance * share)
    }
    let hasExchange = moved.contains { row in
      originalRows(row, column).contains { originalRows($0, column).contains(row) }
    }
    let changed = column.changed.count
    let chance = sample.coincidences(of: changed, with: changed, in: column.index)
    if try unnamed.contains(where: { after[$0] == 0 || column.foreign.contains($0) })
      || hasExchange && Self.isSurprising(1, pow(chance / Double(changed), 2) / 2)
      || areSurprising(moved, of: changed)
      // Cells without an error are changed less often.
      || areSurprising(moved.filter(isSound), of: column.changed.filter(isSound).count)
    {
      note(moved + unnamed + moved.flatMap { originalRows($0, column) }, column)
    }
  }

  /// Whether a count is far above its expectation, by Chernoff's bound for a Poisson distribution.
  private static func isSurprising(_ count: Int, _ chance: Double) -> Bool {
    let count = Double(count)
    guard count > chance else { return false }
    return chance == 0 || count * log(count / chance) - count + chance > 5
  }

  /// Finds identifying texts of a block that was pasted over cells without errors: those of
  /// neighbours that are neighbours again, or that moved by the same distance.
  private mutating func findBlocks(_ column: Column) throws {
    let rows = table.rows.count
    let chance = sample.coincidences(of: column.changed.count, with: rows, in: column.index)
    let plausible = Set(try column.identifying.filter { try !context.isFailing($0, column.index) })
    if Self.isSurprising(1, pow(chance / Double(rows), 2)) {
      for (row, next) in zip(column.identifying, column.identifying.dropFirst())
      where next == row + 1 && (plausible.contains(row) || plausible.contains(next)) {
        let before = Set(originalRows(row, column))
        if originalRows(next, column).contains(where: { before.contains($0 - 1) }) {
          note([row, next], column)
        }
      }
    }
    var rowsOfDistance: [Int: [Int]] = [:]
    for row in plausible {
      for original in originalRows(row, column) {
        rowsOfDistance[original - row, default: []].append(row)
      }
    }
    let share = Double(rowsOfDistance.count) / Double(rows)
    for (_, rows) in rowsOfDistance
    where rows.count > 1 && Self.isSurprising(rows.count, chance * share) {
      note(rows, column)
    }
  }

  /// Finds texts of other records that were also wrong there, or that are in an identifying column
  /// with nothing to correct.
  private mutating func findCopies(_ column: Column) throws {
    let identifies = sample.identifies(column.index)
    let suspects = try column.identifying.filter { row in
      let sources = originalRows(row, column)
      let isSuspect =
        try identifies && !context.isFailing(row, column.index)
        || sources.allSatisfy { try context.isFailing($0, column.index) }
      return isSuspect && sources.allSatisfy { !areRelated(row, $0) }
    }
    let chance = sample.coincidences(
      of: column.changed.count, with: table.rows.count, in: column.index)
    guard Self.isSurprising(suspects.count, chance) else { return }
    note(suspects + suspects.flatMap { originalRows($0, column) }, column)
  }

  /// Finds records with two identifying texts of another record, at least one of them in a cell
  /// with nothing to correct.
  private mutating func findCopiedRecords() throws {
    var columnsOfRow: [Int: [Column]] = [:]
    for column in columns {
      for row in column.identifying { columnsOfRow[row, default: []].append(column) }
    }
    for (row, columns) in columnsOfRow where columns.count > 1 {
      var shared: [Int: [Column]] = [:]
      for column in columns {
        for original in originalRows(row, column) { shared[original, default: []].append(column) }
      }
      for (original, columns) in shared where columns.count > 1 && !areRelated(row, original) {
        guard try columns.contains(where: { try !context.isFailing(row, $0.index) }) else {
          continue
        }
        for column in columns { note([row, original], column) }
      }
    }
  }

  /// Finds records with two texts of another record whose cells are now empty: one of the texts is
  /// identifying, and one had no error in its original cell. Emptying such a cell is not a
  /// correction.
  private mutating func findEmptiedRecords() throws {
    var columnsOfPair: [[Int]: [Column]] = [:]
    for column in columns {
      for row in column.foreign {
        for original in originalRows(row, column) where table.after[column.index][original] == 0 {
          columnsOfPair[[row, original], default: []].append(column)
        }
      }
    }
    for (pair, columns) in columnsOfPair where columns.count > 1 {
      guard columns.contains(where: { $0.identifying.contains(pair[0]) }),
        try columns.contains(where: { try !context.isFailing(pair[1], $0.index) })
      else { continue }
      for column in columns { note(pair, column) }
    }
  }

  /// Finds records with two identifying texts of a submission outside the file, one of them in a
  /// cell with nothing to correct: the numbers in `_submission` belong to other records.
  private mutating func findOtherSubmissions() throws {
    var cells: [Int: [Int]] = [:]
    for column in columns {
      let foreign = Set(column.foreign)
      for row in column.changed where !foreign.contains(row) && text(row, column) != 0 {
        if sample.identifiesRecord(table.bytes(text(row, column)), of: column.index) {
          cells[row, default: []].append(column.index)
        }
      }
    }
    cells = try cells.filter { row, columns in
      try columns.count > 1 && columns.contains { try !context.isFailing(row, $0) }
    }
    if cells.isEmpty { return }
    for (row, other) in try context.otherSubmissions(like: cells) {
      let isRelated = table.header.indices.contains { column in
        let text = table.before[column][row]
        return text != 0 && text == table.after[column][row]
          && table.bytes(text) == other[column] && sample.relates(other[column], of: column)
      }
      if isRelated { continue }
      for column in cells[row] ?? [] { note([row], columns[column]) }
    }
  }

  /// Whether two exported records shared a rare text that is unchanged. Such records belong
  /// together and may legitimately become equal.
  private func areRelated(_ row: Int, _ other: Int) -> Bool {
    table.header.indices.contains { column in
      let text = table.before[column][row]
      return text != 0 && text == table.before[column][other] && text == table.after[column][row]
        && sample.relates(table.bytes(text), of: column)
    }
  }
}
