import FormRecorder
import FormRules

/// Formats the report of an audit as text.
struct AuditText {
  let report: AuditReport
  let localization: Localization
  /// The maximum width of lines in columns, or nil for no limit.
  let width: Int?

  init(_ report: AuditReport, in localization: Localization, width: Int?) {
    self.report = report
    self.localization = localization
    self.width = width
  }

  var lines: [String] {
    var tables = [
      report.fieldTable, report.importTable, report.table("source", report.bySource),
      report.table("batch", report.byBatchLabel),
    ]
    if report.byDay.count > 1 { tables.append(report.table("day", report.byDay)) }
    if report.byWeek.count > 1 { tables.append(report.table("week", report.byWeek)) }
    if report.byVersion.count > 1 { tables.append(report.versionTable) }
    tables.append(report.assigneeTable)
    return summary + rules + tables.flatMap { section($0) } + pairs
  }

  private var summary: [String] {
    records
      + (report.isOnlyOpen
        ? ["\(count(report.total.open, "open")), \(count(report.total.errors, "errors"))"] : totals)
      + notes
  }

  private func count(_ number: Int, _ word: String) -> String {
    localization.count(number, word)
  }

  /// The numbers with their nouns, separated by commas. Zeros among `others` are omitted.
  private func counts(
    _ always: [(Int, String)] = [], nonzero others: [(Int, String)]
  ) -> String {
    (always + others.filter { $0.0 > 0 }).map(count).joined(separator: ", ")
  }

  private var records: [String] {
    guard let records = report.records else { return [] }
    let replaced = counts(nonzero: [
      (records.corrected, "corrected"), (records.superseded, "superseded"),
      (records.discarded, "discarded"), (records.retracted, "retracted"),
    ])
    return [
      count(records.delivered, "records delivered"),
      "  "
        + counts(
          [(records.valid, "valid now"), (records.open, "open")],
          nonzero: [(records.waived, "waived"), (records.purged, "purged")])
        + (replaced.isEmpty ? "" : " (\(replaced))"),
    ]
  }

  private var totals: [String] {
    let total = report.total
    let open = counts(
      [(total.open, "open")],
      nonzero: [
        (total.corrected, "corrected"), (total.superseded, "superseded"), (total.waived, "waived"),
        (total.purged, "purged"),
      ])
    var lines = [count(total.submissions, "submissions")]
    if let rule = report.rule {
      lines.append(
        "  \(term("rule")) \(rule.displayText): \(count(total.rejected, "rejected")) (\(open))")
    } else {
      lines.append(
        "  \(count(total.accepted, "accepted")), \(count(total.rejected, "rejected")) "
          + "(\(open)), \(count(total.errors, "errors"))")
    }
    if total.warned > 0 { lines.append("  \(count(total.warned, "with warnings"))") }
    return lines
  }

  private var notes: [String] {
    var lines: [String] = []
    let unfinished = report.unfinishedImports
    if unfinished > 0 {
      lines.append("  \(term("unfinished imports")): \(unfinished)")
    }
    let external = report.externalRuns
    if external.imports > 0 {
      lines.append(
        "  "
          + localization.externalRuns(imports: external.imports, accepted: external.accepted))
    }
    return lines
  }

  private var rules: [String] {
    let most = most(report.byRule.map(\.count))
    return section(
      "by rule",
      ["count", "share", nil, "rule", "severity", "form", "trend", "samples", "description"],
      rows: report.byRule.enumerated().map { index, line in
        [
          .count(line.count), .share(line.basisPoints), bar(line.count, of: most),
          .text(line.rule.displayText),
          .text(line.severity.rejects ? nil : term(line.severity.rawValue)),
          .text(report.distinctForm(line.form)),
          .text(report.trend.map { Self.line($0[index].imports.suffix(20).map(\.basisPoints)) }),
          .text(line.samples?.map(String.init).joined(separator: " ")),
          .text(line.description.escapedForTerminal),
        ]
      })
  }

  private var pairs: [String] {
    section(
      report.pairTable,
      title: report.pairedRules.map {
        "\(term("fail together")) (\(term("rule")): \($0.counted) / \($0.failing))"
      })
  }

  /// A bar whose length is proportional to a number. The largest number has the longest bar. A
  /// single line has no bar.
  ///
  /// - Parameter most: The largest of several numbers, or 0 if there is only one.
  private func bar(_ number: Int, of most: Int) -> TextTable.Cell {
    most > 0 ? .bar(AuditReport.Table.length(number, of: most)) : .text(nil)
  }

  private func most(_ numbers: [Int]) -> Int {
    numbers.count > 1 ? max(0, numbers.max() ?? 0) : 0
  }

  /// Shares as a line of block characters, the highest for the largest share; `·` is zero.
  private static func line(_ shares: [Int]) -> String {
    let most = max(shares.max() ?? 0, 1)
    let columns = Array("▁▂▃▄▅▆▇█")
    return String(
      shares.map { $0 == 0 ? "·" : columns[min(7, $0 * 8 / most)] })
  }

  /// A table with bars in a column of their own.
  private func section(_ table: AuditReport.Table, title: String? = nil) -> [String] {
    let most = most(table.measures)
    return section(
      title ?? table.title,
      table.columns.flatMap { name -> [String?] in name == table.measure ? [name, nil] : [name] },
      rows: table.rows.map { row in
        zip(table.columns, row).flatMap { name, cell -> [TextTable.Cell] in
          let shown = self.cell(cell)
          return name == table.measure ? [shown, bar(cell.number ?? 0, of: most)] : [shown]
        }
      })
  }

  private func cell(_ cell: AuditReport.Table.Cell) -> TextTable.Cell {
    switch cell {
    case .text(let text): .text(text)
    case .term(let word): .text(term(word))
    case .time(let time): .text(time)
    case .count(let count): .count(count)
    case .share(let share): .share(share)
    }
  }

  private func section(
    _ title: String, _ names: [String?], rows: [[TextTable.Cell]]
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    return ["", term(title)] + TextTable(names.map { $0.map(term) }, rows).lines(width: width)
  }

  private func term(_ word: String) -> String { localization.term(word) }
}
