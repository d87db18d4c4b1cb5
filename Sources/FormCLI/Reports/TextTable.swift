/// Rows of text in columns, two blanks before each and between them. Numbers stand to the right, and
/// a column that is empty but for its name is left out.
struct TextTable {
  private var rows: [[Cell]] = []

  /// One cell.
  enum Cell {
    case text(String?)
    case count(Int)
    /// Ten thousandths, shown as percent.
    case share(Int)

    fileprivate var shown: String {
      switch self {
      case .text(let text): text ?? ""
      case .count(let count): count.grouped
      case .share(let share): "\(share / 100).\(String(100 + share % 100).dropFirst())%"
      }
    }

    fileprivate var isNumber: Bool {
      if case .text = self { false } else { true }
    }
  }

  /// Appends a row; the first one has the names of the columns.
  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The rows as lines.
  var lines: [String] {
    let texts = rows.map { $0.map(\.shown) }
    let used = (rows.first ?? []).indices.filter { column in
      texts.dropFirst().contains { !$0[column].isEmpty }
    }
    let widths = used.map { column in texts.map { $0[column].count }.max() ?? 0 }
    let areNumbers = used.map { column in rows.contains { $0[column].isNumber } }
    return texts.map { row in
      var line = ""
      for (index, column) in used.enumerated() {
        let blanks = String(repeating: " ", count: widths[index] - row[column].count)
        line += "  " + (areNumbers[index] ? blanks + row[column] : row[column] + blanks)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
