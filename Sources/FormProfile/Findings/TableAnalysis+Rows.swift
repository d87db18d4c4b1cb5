import FormBytes

/// Rows of a file that are not records.
extension TableAnalysis {
  private static let totals: Set<String> = [
    "total", "totals", "grand total", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt",
    "somme", "total général", "totale", "suma", "totaal",
  ]

  var rowFindings: [Finding] { [headerFinding, totalsFinding].compactMap(\.self) }

  /// Records that repeat the header: in at least two columns, and in half of them, the cell is the
  /// name of its column.
  private var headerFinding: Finding? {
    var lines: [Int: (columns: Int, count: Int)] = [:]
    for column in columns where !column.name.isEmpty {
      let table = column.statistics.values
      for entry in table.entries
      where entry.length == column.name.utf8.count && table.text(of: entry) == column.name {
        let known = lines[entry.firstLine]
        lines[entry.firstLine] = (
          (known?.columns ?? 0) + 1, min(known?.count ?? .max, entry.count)
        )
      }
    }
    let repeated = lines.filter { $0.value.columns >= max(2, columns.count / 2) }
    guard let (line, found) = repeated.min(by: { $0.key < $1.key }) else { return nil }
    return Finding(
      kind: .repeatedHeader, confidence: .high, column: nil,
      message:
        "\(found.count.counted("record")) \(found.count == 1 ? "repeats" : "repeat") the header",
      count: found.count, examples: [.init(line: line)])
  }

  /// A last record with a word for a total.
  private var totalsFinding: Finding? {
    guard records > 1 else { return nil }
    for column in columns {
      let table = column.statistics.values
      for entry in table.entries
      where entry.firstRecord == records - 1 && entry.length <= 30
        && Self.totals.contains(table.text(of: entry).lowercased().filter { $0 != ":" })
      {
        return Finding(
          kind: .totals, confidence: .decide, column: nil,
          message: "the last record seems to be a row of totals", count: 1,
          examples: [.init(line: entry.firstLine)])
      }
    }
    return nil
  }
}
