import Foundation

/// Detects whether a program sorted, shifted or exchanged the cells of one column.
///
/// This is for columns whose values do not identify records. Two descriptions of the changes are
/// compared: cell by cell, as a person makes them, and as one such operation. The operation counts
/// as found if its description is shorter by a number of bits.
struct ColumnPattern {
  private let before: [ReturnedTable.Text]
  private let after: [ReturnedTable.Text]
  private let changed: [Int]
  /// The changed rows that now have the text of another row and had no error in the column.
  private let plausible: [Int]
  /// The rows from the first to the last changed one.
  private let span: Range<Int>
  private let share: (ReturnedTable.Text) -> Double

  /// The threshold for a sort or shift that explains every cell from the first to the last changed
  /// one.
  private static let bitsOfOrder = 10.0
  /// The threshold for an exchange of cells anywhere in the column.
  private static let bitsOfExchange = 16.0

  /// In a range of rows, this many texts without errors must have moved to other rows, and one row
  /// in `shuffledShare` must have received one.
  private static let leastShuffled = 8
  private static let shuffledShare = 3

  init(
    _ table: ReturnedTable, _ column: Int, _ changed: [Int], _ plausible: [Int],
    _ sample: ColumnSample
  ) {
    before = table.before[column]
    after = table.after[column]
    self.changed = changed
    self.plausible = plausible
    span = (changed.first ?? 0)..<(changed.last.map { $0 + 1 } ?? 0)
    share = { sample.share(of: table.bytes($0), in: column) }
  }

  var isRearranged: Bool {
    guard changed.count > 1 else { return false }
    return exchangeBits >= Self.bitsOfExchange || sortBits >= Self.bitsOfOrder
      || shiftBits >= Self.bitsOfOrder || isShuffled
  }

  /// The number of bits that describe which cells changed and their new texts, minus the bits for
  /// the range of an operation.
  private var bitsOfEdits: Double {
    let values = changed.reduce(0.0) { bits, row in
      let others = max(0.05, 1 - share(before[row]))
      return bits + max(0, -log2(share(after[row]) / others))
    }
    let range = 2 * log2(Double(before.count)) + 3
    return Self.choices(changed.count, of: span.count) + values - range
  }

  /// The bits that an exchange of values between rows saves, in any order.
  private var exchangeBits: Double {
    let lost = Set(changed.map { before[$0] }), gained = Set(changed.map { after[$0] })
    let moved = lost.intersection(gained).subtracting([0])
    if moved.isEmpty { return 0 }
    let values = moved.reduce(0) { $0 - log2(share($1)) }
    return values - 2 * Self.choices(moved.count, of: changed.count)
      - lgamma(Double(moved.count) + 1) / M_LN2
  }

  /// The bits that a sort saves, which reorders the same values so that equal ones are adjacent.
  private var sortBits: Double {
    let (old, new) = (before[span], after[span])
    guard Self.runs(new) < Self.runs(old), Self.runs(new) == Set(new).count,
      old.sorted() == new.sorted()
    else { return 0 }
    return bitsOfEdits - lgamma(Double(Set(new).count) + 1) / M_LN2
  }

  /// The bits that a shift by a few rows saves, which leaves empty cells behind.
  private var shiftBits: Double {
    let isShift = (-5...5).contains { distance in
      guard distance != 0, span.count > abs(distance) else { return false }
      var blanks = 0
      for row in span {
        let home = row - distance
        if before.indices.contains(home), after[row] == before[home] { continue }
        blanks += 1
        if after[row] != 0 || blanks > abs(distance) { return false }
      }
      return true
    }
    return isShift ? bitsOfEdits : 0
  }

  /// Whether many texts without errors are in other rows than before. In contrast to find and
  /// replace, equal texts became different; in contrast to corrections, most texts come from other
  /// changed rows.
  private var isShuffled: Bool {
    guard plausible.count >= Self.leastShuffled, let first = plausible.first,
      let last = plausible.last,
      plausible.count * Self.shuffledShare > last - first
    else { return false }
    let news = Dictionary(grouping: plausible) { before[$0] }
    let replaced = news.values.reduce(0) { count, rows in
      count + (Dictionary(grouping: rows) { after[$0] }.values.map(\.count).max() ?? 0)
    }
    guard replaced * 10 < plausible.count * 7 else { return false }
    var left: [ReturnedTable.Text: Int] = [:]
    for row in changed { left[before[row], default: 0] += 1 }
    let moved = plausible.count { row in
      left[after[row], default: 0] -= 1
      return left[after[row], default: 0] >= 0
    }
    return moved * 5 >= plausible.count * 4
  }

  private static func runs(_ texts: ArraySlice<ReturnedTable.Text>) -> Int {
    zip(texts, texts.dropFirst()).count { $0 != $1 } + 1
  }

  /// The number of bits that select `count` of `all` elements.
  private static func choices(_ count: Int, of all: Int) -> Double {
    (lgamma(Double(all) + 1) - lgamma(Double(count) + 1) - lgamma(Double(all - count) + 1)) / M_LN2
  }
}
