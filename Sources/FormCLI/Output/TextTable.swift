import FormBytes

/// A text table with two spaces before each column. Numbers are right-aligned, and columns that are
/// empty except for their names are omitted.
struct TextTable {
  /// The names of the columns, if they are shown.
  private var header: [[Cell]] = []
  private let rows: [[Cell]]

  /// A table cell.
  enum Cell {
    case text(String?)
    case count(Int)
    /// A ratio in ten-thousandths, shown as a percentage.
    case share(Int)
    /// A signed change of a ratio in ten-thousandths, shown in percentage points.
    case change(Int)
    /// A bar whose length is given in ten-thousandths of the longest.
    case bar(Int)

    fileprivate var shown: String {
      switch self {
      case .text(let text): text ?? ""
      case .count(let count): count.grouped
      case .share(let share): share.twoDecimals + "%"
      case .change(let change):
        (change > 0 ? "+" : change < 0 ? "-" : "") + Int(change.magnitude).twoDecimals
      case .bar(let length): Self.bar(length)
      }
    }

    /// Bars are drawn in eighths of a character, so that small differences show. Bars of nonzero
    /// length are always visible.
    private static func bar(_ length: Int) -> String {
      let eighths = length == 0 ? 0 : max(1, min(80, length * 80 / 10_000))
      let rest = eighths % 8 == 0 ? "" : String(Array("▏▎▍▌▋▊▉")[eighths % 8 - 1])
      return String(repeating: "█", count: eighths / 8) + rest
    }

    fileprivate var isNumber: Bool {
      switch self {
      case .text, .bar: false
      default: true
      }
    }
  }

  /// Returns the lines of a table, or a line that states that it has no rows.
  static func lines(_ names: [String], _ rows: [[Cell]]) -> [String] {
    rows.isEmpty ? ["  none"] : TextTable(names, rows).lines
  }

  init(_ names: [String?], _ rows: [[Cell]]) {
    self.rows = rows
    header = [names.map { .text($0) }]
  }

  /// Creates a table without names of columns.
  init(_ rows: [[Cell]]) { self.rows = rows }

  /// The rows as lines of unlimited width.
  var lines: [String] { lines(width: nil) }

  /// The rows as lines.
  ///
  /// - Parameter width: The width at which the last column is wrapped at spaces, or nil for no
  ///   wrapping. The last column always has at least twenty characters.
  func lines(width: Int?) -> [String] {
    let texts = (header + rows).map { $0.map(\.shown) }
    let used = (texts.first ?? []).indices.filter { column in
      texts.dropFirst(header.count).contains { !$0[column].isEmpty }
    }
    let widths = used.map { column in texts.map { $0[column].columns }.max() ?? 0 }
    let areNumbers = used.map { column in rows.contains { $0[column].isNumber } }
    let start = widths.dropLast().reduce(2) { $0 + $1 + 2 }
    return texts.flatMap { row in
      var cells = used.enumerated().map { index, column in
        let blanks = String(repeating: " ", count: widths[index] - row[column].columns)
        return "  " + (areNumbers[index] ? blanks + row[column] : row[column] + blanks)
      }
      guard let width, start + (widths.last ?? 0) > width, areNumbers.last == false,
        let last = used.last
      else { return [cells.joined().withoutBlanksAtItsEnd] }
      cells.removeLast()
      let parts = row[last].wrapped(at: max(20, width - start))
      guard !parts.isEmpty else { return [cells.joined().withoutBlanksAtItsEnd] }
      return parts.enumerated().map { index, part in
        (index == 0 ? cells.joined() + "  " : String(repeating: " ", count: start)) + part
      }
    }
  }
}
