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
    var lines = summary + rules
    let mostOfField = most(report.byField.map(\.count))
    lines += section(
      "by field", ["count", nil, "field", "form"],
      rows: report.byField.map { line in
        [
          .count(line.count), bar(line.count, of: mostOfField),
          .text(line.field?.displayText ?? term("whole record")), .text(form(line.form)),
        ]
      })
    let longestOfImports = longest(report.byImport.map(\.counts))
    let rejected = report.byImport.map { ($0.counts.rejected, $0.rejectedOnDelivery) }
    let differs = Self.differs(rejected)
    lines += section(
      "by import",
      ["import", "began"] + countNames + [differs ? "on delivery" : nil, "form", "source", "file"],
      rows: report.byImport.map { line in
        [.text("\(line.importID)"), .text(line.startedAt)]
          + cells(line.counts, of: longestOfImports) + [
            differs ? line.rejectedOnDelivery.map { .count($0) } ?? .text(nil) : .text(nil),
            .text(form(line.form)), .text(line.source?.displayText),
            .text(line.fileName?.displayText),
          ]
      })
    lines += section("source", report.bySource) + section("batch", report.byBatchLabel)
    if report.byDay.count > 1 { lines += section("day", report.byDay) }
    if report.byWeek.count > 1 { lines += section("week", report.byWeek) }
    if report.byVersion.count > 1 {
      let longest = longest(report.byVersion.map(\.counts))
      lines += section(
        "by version", ["version"] + countNames + ["form"],
        rows: report.byVersion.map { line in
          [.text("\(line.rules)@\(line.version)")]
            + cells(line.counts, of: longest) + [.text(form(line.form))]
        })
    }
    lines += section(
      "by assignee", ["open", "errors", "assignee"],
      rows: report.byAssignee.map {
        [.count($0.open), .count($0.errors), .text($0.assignee.displayText)]
      })
    return lines + pairs
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
          .text(form(line.form)),
          .text(report.trend.map { Self.line($0[index].imports.suffix(20).map(\.basisPoints)) }),
          .text(line.samples?.map(String.init).joined(separator: " ")),
          .text(line.description.escapedForTerminal),
        ]
      })
  }

  private var pairs: [String] {
    let pairs = report.pairs ?? []
    let most = most(pairs.map(\.count))
    let title = report.pairedRules.map {
      "\(term("fail together")) (\(term("rule")): \($0.counted) / \($0.failing))"
    }
    return section(
      title ?? "fail together", ["count", nil, "rule", "other rule", "form"],
      rows: pairs.map { pair in
        [
          .count(pair.count), bar(pair.count, of: most), .text(pair.rule.displayText),
          .text(pair.other.displayText), .text(form(pair.form)),
        ]
      })
  }

  /// If only open failures are counted, all submissions are rejected.
  private var countNames: [String?] {
    report.isOnlyOpen
      ? ["open", nil, "errors"] : ["submissions", "rejected", "share", nil, "open"]
  }

  /// The number that the longest bar of a table represents.
  private func longest(_ all: [AuditReport.Counts]) -> Int {
    most(all.map(report.isOnlyOpen ? \.open : \.basisPoints))
  }

  private func cells(_ counts: AuditReport.Counts, of most: Int) -> [TextTable.Cell] {
    if report.isOnlyOpen {
      return [.count(counts.open), bar(counts.open, of: most), .count(counts.errors)]
    }
    return [
      .count(counts.submissions), .count(counts.rejected), .share(counts.basisPoints),
      bar(counts.basisPoints, of: most), .count(counts.open),
    ]
  }

  /// A bar whose length is proportional to a number. The largest number has the longest bar. A
  /// single line has no bar.
  ///
  /// - Parameter most: The largest of several numbers, or 0 if there is only one.
  private func bar(_ number: Int, of most: Int) -> TextTable.Cell {
    most > 0 ? .bar(Self.part(number, of: most)) : .text(nil)
  }

  private func most(_ numbers: [Int]) -> Int {
    numbers.count > 1 ? max(0, numbers.max() ?? 0) : 0
  }

  /// A ratio in ten-thousandths. A number may have any value in an altered store.
  private static func part(_ number: Int, of most: Int) -> Int {
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
    return isTooLarge ? 10_000 : product / most
  }

  /// Shares as a line of block characters, the highest for the largest share; `·` is zero.
  private static func line(_ shares: [Int]) -> String {
    let most = max(shares.max() ?? 0, 1)
    let columns = Array("▁▂▃▄▅▆▇█")
    return String(
      shares.map { $0 == 0 ? "·" : columns[min(7, $0 * 8 / most)] })
  }

  /// The counts of imports by a common property. Empty if no import has it.
  private func section(_ name: String, _ groups: [AuditReport.Group]) -> [String] {
    guard groups.contains(where: { $0.name != nil }) else { return [] }
    let longest = longest(groups.map(\.counts))
    let differs = Self.differs(groups.map { ($0.counts.rejected, $0.rejectedOnDelivery) })
    let hasNewRules = groups.contains { !$0.newRules.isEmpty }
    return section(
      "by \(name)",
      [name] + countNames
        + [differs ? "on delivery" : nil, hasNewRules ? "new rules" : nil],
      rows: groups.map { group in
        [.text(group.name?.displayText ?? term("none"))] + cells(group.counts, of: longest) + [
          differs ? group.rejectedOnDelivery.map { .count($0) } ?? .text(nil) : .text(nil),
          .text(hasNewRules ? group.newRules.joined(separator: " ").displayText : nil),
        ]
      })
  }

  /// Whether verdicts have changed since the delivery.
  private static func differs(_ rejected: [(now: Int, onDelivery: Int?)]) -> Bool {
    rejected.contains { $0.onDelivery.map { [now = $0.now] in $0 != now } == true }
  }

  private func section(
    _ title: String, _ names: [String?], rows: [[TextTable.Cell]]
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable()
    table.add(names.map { .text($0.map(term)) })
    for row in rows { table.add(row) }
    return ["", term(title)] + table.lines(width: width)
  }

  private func term(_ word: String) -> String { localization.term(word) }

  /// The name of a form if there are several forms.
  private func form(_ name: String) -> String? {
    report.byImport.contains { $0.form != name } ? name : nil
  }
}
