import FormRecorder
import FormRules

extension AuditPage {
  var rules: HTML {
    let columns = [
      "rule", "description", "field", "form", "severity", "count", "share", "first seen",
      "last seen",
    ]
    let rules = AuditReport.Table(
      "by rule", columns, measure: "count",
      rows: report.byRule.map { line in
        [
          .text(line.rule.displayText), .text(line.description.escapedForTerminal),
          .field(line.field), .text(report.distinctForm(line.form)),
          .term(line.severity.rawValue), .count(line.count), .share(line.basisPoints),
          .time(line.firstSeen), .time(line.lastSeen),
        ]
      })
    return table(rules) { index in
      index < samples.count && !samples[index].isEmpty ? "rule-\(index)" : nil
    }
  }

  /// The last imports.
  var imports: HTML {
    var imports = report.importTable.withNumbersLast
    imports.rows = imports.rows.suffix(Self.maximumRows)
    return table(imports, of: report.byImport.count)
  }

  var pairs: HTML {
    table(
      report.pairTable.withNumbersLast,
      note: report.pairedRules.map {
        " (\(term("rule")): \($0.counted.spaced) / \($0.failing.spaced))"
      })
  }

  /// - Parameters:
  ///   - all: The total number of rows, if those of the table are the last of them. Otherwise
  ///     surplus rows are cut off at the end.
  ///   - target: Returns the id of the element to which the heading of a row is a link.
  func table(
    _ table: AuditReport.Table, note: String? = nil, of all: Int? = nil,
    target: (Int) -> String? = { _ in nil }
  ) -> HTML {
    guard !table.rows.isEmpty else { return "" }
    let shown = table.rows.prefix(Self.maximumRows)
    let count = all ?? table.rows.count
    let note =
      note ?? (shown.count < count ? " (\(shown.count.spaced) / \(count.spaced))" : "")
    let most = table.measures.max() ?? 0
    let lines: [HTML] = shown.enumerated().map { index, row in
      let name = content(of: row[0])
      let heading: HTML = target(index).map { "<a href=\"#\($0)\">\(name)</a>" } ?? name
      let cells: [HTML] = zip(table.columns, row).dropFirst().map { column, value in
        cell(value, in: column, most: column == table.measure ? most : nil)
      }
      return "<tr><th scope=\"row\">\(heading)</th>\(cells)</tr>"
    }
    return .table(
      term(table.title), note: note, class: "sort",
      columns: table.columns.enumerated().map { (term($1), table.isNumber($0)) }, rows: lines)
  }

  /// - Parameter most: The largest number of the column, or nil for a column without bars. The bar
  ///   of a ratio does not depend on it.
  private func cell(_ cell: AuditReport.Table.Cell, in column: String, most: Int?) -> HTML {
    let content = content(of: cell)
    guard let number = cell.number else {
      let style = column == "description" ? column : nil
      return "<td\(.attribute("class", style))>\(content)</td>"
    }
    let bar: HTML =
      switch (cell, most) {
      case (.share, _?): .bar(number)
      case (_, let most?): .bar(AuditReport.Table.length(number, of: most))
      case (_, nil): ""
      }
    return "<td class=\"n\" data-v=\"\(number)\">\(content)\(bar)</td>"
  }

  /// A time is shown as its day, with the full time as a tooltip.
  private func content(of cell: AuditReport.Table.Cell) -> HTML {
    switch cell {
    case .text(let text): text.map { "<bdi>\($0)</bdi>" } ?? ""
    case .term(let word): "\(term(word))"
    case .time(let time):
      "<time datetime=\"\(time)\" title=\"\(time)\">\(String(time.prefix(10)))</time>"
    case .count(let count): "\(count.spaced)"
    case .share(let share): "\(share.percentage)"
    }
  }

  /// A table below a plot that shows the same data.
  func collapsedTable(_ table: AuditReport.Table, of all: Int? = nil) -> HTML {
    """
    <details><summary>\(term("as a table"))</summary>
    \(self.table(table, of: all))
    </details>
    """
  }
}
