import FormRules
import FormTestSupport

@testable import FormRecorder

extension ReturnedFile {
  /// The changes, for failure messages.
  var displayText: String {
    rows.count > 20
      ? "\(columns)"
      : "\(columns) masked \(isMasked)\n"
        + rows.indices.map {
          "\(rows[$0]): \(records[rows[$0]]) \(failing[$0].sorted()) -> \(cells[$0])"
        }
        .joined(separator: "\n")
  }

  /// Whether at least two cells of a column or of a record come from other records, with texts that
  /// no third record has, and one of the replaced cells had no error. A text that replaces an error
  /// may be its correction.
  var hasTellingChange: Bool {
    let counts = columns.indices.map { column in
      Dictionary(records.map { ($0[column], 1) }, uniquingKeysWith: +)
    }
    var ofColumn = Array(repeating: Telling(), count: columns.count)
    var ofRow = Array(repeating: Telling(), count: rows.count)
    for column in columns.indices where columns[column].isTelling && !isMasked[column] {
      for row in rows.indices {
        let text = cells[row][column]
        guard text != before(row, column), text == rearranged[row][column], !text.isEmpty,
          counts[column][text] == 1
        else { continue }
        let isSound = !failing[row].contains(column)
        ofColumn[column].add(isSound)
        let home = rows.indices.first { before($0, column) == text }
        if home.map({ areRelated(row, $0, counts) }) != true { ofRow[row].add(isSound) }
      }
      if let text = below.isEmpty ? nil : below[column], counts[column][text] == 1 {
        ofColumn[column].add(true)
      }
    }
    return (ofColumn + ofRow).contains { $0.cells > 1 && $0.hasSound }
  }

  /// Whether two records share a rare, unchanged text, as members of a family do.
  private func areRelated(_ row: Int, _ other: Int, _ counts: [[String: Int]]) -> Bool {
    columns.indices.contains { column in
      let text = before(row, column)
      return !text.isEmpty && text == before(other, column) && text == cells[row][column]
        && counts[column][text, default: 0] <= 2
    }
  }

  private struct Telling {
    var cells = 0
    var hasSound = false

    mutating func add(_ isSound: Bool) {
      cells += 1
      hasSound = hasSound || isSound
    }
  }

  /// Corrects failing cells.
  mutating func mend(_ random: inout some RandomNumberGenerator) {
    for row in rows.indices {
      for column in failing[row]
      where Int.random(in: 0..<3, using: &random) > 0 && !isMasked[column] {
        cells[row][column] = Self.value(
          columns[column], .random(in: 20_000...90_000, using: &random), &random)
      }
    }
  }

  /// Makes a random intended edit. With few records, an emptied cell or two equal cells cannot be
  /// distinguished from moved cells.
  mutating func editHonestly(_ random: inout some RandomNumberGenerator) -> String {
    let row = rows.indices.randomElement(using: &random)!
    let open = columns.indices.filter { !isMasked[$0] }
    guard let column = open.randomElement(using: &random) else { return "nothing" }
    let few = open.filter { !columns[$0].isTelling }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      mend(&random)
      return "mend"
    case 2:
      // Also changes some cells without errors.
      for row in rows.indices where Int.random(in: 0..<20, using: &random) == 0 {
        let column = open.randomElement(using: &random)!
        let value = Self.value(
          columns[column], .random(in: 20_000...90_000, using: &random), &random)
        if !value.isEmpty || isOnly(row, column) { cells[row][column] = value }
      }
      return "edits"
    case 3:
      guard let column = few.randomElement(using: &random) else { return "nothing" }
      let old = cells[row][column]
      let new =
        Bool.random(using: &random)
        ? "new" : Self.value(columns[column], 0, &random)
      for row in rows.indices where cells[row][column] == old { cells[row][column] = new }
      return "find and replace"
    case 4:
      guard let column = few.randomElement(using: &random) else { return "nothing" }
      for row in rows.indices.dropFirst()
      where failing[row].contains(column) && !failing[row - 1].contains(column) {
        cells[row][column] = cells[row - 1][column]
      }
      return "fill down"
    case 5:
      guard let first = columns.firstIndex(of: .firstName),
        let last = columns.firstIndex(of: .lastName),
        !isMasked[first], !isMasked[last]
      else { return "nothing" }
      if isOnly(row, first), isOnly(row, last) { cells[row].swapAt(first, last) }
      return "swapped names"
    case 6:
      guard rows.count >= 10 else { return "nothing" }
      if isOnly(row, column) { cells[row][column] = "" }
      return "emptied cell"
    case 7:
      // Renumbers codes.
      let codes = open.filter { [.country, .truth, .status].contains(columns[$0]) }
      guard let column = codes.randomElement(using: &random) else { return "nothing" }
      let values = Array(Set(rows.indices.map { cells[$0][column] })).sorted()
      guard values.count <= rows.count / 2 else { return "nothing" }
      let next = Dictionary(uniqueKeysWithValues: zip(values, values.dropFirst() + ["last"]))
      for row in rows.indices { cells[row][column] = next[cells[row][column]]! }
      return "renumbered codes"
    default:
      // Copies the value of another record.
      guard rows.count >= 10, let column = few.randomElement(using: &random),
        let other = rows.indices.filter({ !failing[$0].contains(column) }).randomElement(
          using: &random)
      else { return "nothing" }
      if isOnly(row, column) { cells[row][column] = cells[other][column] }
      return "equal cell"
    }
  }

  /// Whether no other cell of the column has the same text. Replacing a cell that was filled down
  /// looks like moving a cell.
  private func isOnly(_ row: Int, _ column: Int) -> Bool {
    cells.count { $0[column] == cells[row][column] } == 1
  }

  /// Moves cells independently of their records.
  mutating func rearrange(_ random: inout some RandomNumberGenerator) -> String {
    let all = Array(columns.indices)
    let some = Array(
      all.shuffled(using: &random).prefix(.random(in: 1...all.count, using: &random)))
    let count = rows.count
    let start = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      sort(all, by: all.randomElement(using: &random)!, 0..<count)
      return "sort of all columns"
    case 1:
      sort(some, by: some[0], 0..<count)
      return "sort of some columns"
    case 2:
      let end = Int.random(in: start...count, using: &random)
      sort(some, by: some[0], start..<end)
      return "sort of a block"
    case 3:
      below = columns.map { _ in "" }
      for column in some {
        below[column] = isMasked[column] ? "•••" : before(count - 1, column)
        for row in (start..<count).reversed() {
          cells[row][column] = row == start ? "" : before(row - 1, column)
        }
      }
      return "inserted cells"
    case 4:
      for column in some {
        for row in start..<count {
          cells[row][column] = row + 1 < count ? before(row + 1, column) : ""
        }
      }
      return "deleted cells"
    case 5:
      for column in some {
        for row in start..<count where row > 0 { cells[row][column] = before(row - 1, column) }
      }
      return "column pasted one row down"
    case 6:
      let height = Int.random(in: 1...max(1, count / 2), using: &random)
      let from = Int.random(in: 0...(count - height), using: &random)
      let to = Int.random(in: 0...(count - height), using: &random)
      for column in some {
        for offset in 0..<height { cells[to + offset][column] = before(from + offset, column) }
      }
      return "pasted block"
    default:
      let other = Int.random(in: 0..<count, using: &random)
      for column in some {
        cells[start][column] = before(other, column)
        cells[other][column] = before(start, column)
      }
      return "exchanged cells"
    }
  }

  private mutating func sort(_ some: [Int], by column: Int, _ range: Range<Int>) {
    let order = range.sorted { (before($0, column), $0) < (before($1, column), $1) }
    for (row, home) in zip(range, order) {
      for column in some { cells[row][column] = before(home, column) }
    }
  }
}
