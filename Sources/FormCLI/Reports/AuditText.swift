import FormRecorder
import FormRules

/// An audit's report for people.
enum AuditText {
  static func lines(_ report: AuditReport) -> [String] {
    var lines = summary(report.total, rule: report.rule, unfinished: report.unfinishedImports)
    lines += section(
      "by rule", ["count", "share", "rule", "severity", "form", "words"],
      report.byRule.map { line in
        [
          .count(line.count), .share(line.share), .text(line.rule.shown),
          .text(line.severity.rejects ? nil : line.severity.rawValue),
          .text(form(line.form, report)), .text(line.words.shown),
        ]
      })
    lines += section(
      "by field", ["count", "field", "form"],
      report.byField.map { line in
        [
          .count(line.count), .text(line.field?.shown ?? "whole record"),
          .text(form(line.form, report)),
        ]
      })
    lines += section(
      "by import", ["import", "began"] + countNames + ["form", "source", "file"],
      report.byImport.map { line in
        [.text("\(line.importID)"), .text(line.startedAt)] + cells(line.counts) + [
          .text(form(line.form, report)), .text(line.source?.shown), .text(line.fileName?.shown),
        ]
      })
    lines += section("source", report.bySource) + section("batch", report.byBatch)
    if report.byDay.count > 1 { lines += section("day", report.byDay) }
    return lines
  }

  private static func summary(
    _ total: AuditReport.Counts, rule: String?, unfinished: Int
  ) -> [String] {
    var lines = ["\(total.submissions.grouped) submissions"]
    let closed = [
      total.corrected > 0 ? "\(total.corrected.grouped) corrected" : nil,
      total.waived > 0 ? "\(total.waived.grouped) waived" : nil,
    ].compactMap { $0.map { ", \($0)" } }.joined()
    let open = "(\(total.open.grouped) open\(closed))"
    if let rule {
      lines.append(
        "  only failures of \(rule.shown) are counted: \(total.rejected.grouped) rejected by it "
          + open)
    } else {
      lines.append(
        "  \(total.accepted.grouped) accepted, \(total.rejected.grouped) rejected "
          + "\(open), \(total.errors.grouped) errors")
    }
    if total.warned > 0 { lines.append("  \(total.warned.grouped) with warnings") }
    if unfinished > 0 {
      lines.append("  \(unfinished) unfinished import\(unfinished == 1 ? "" : "s") not counted")
    }
    return lines
  }

  private static let countNames = ["submissions", "rejected", "share", "open"]

  private static func cells(_ counts: AuditReport.Counts) -> [TextTable.Cell] {
    [
      .count(counts.submissions), .count(counts.rejected),
      .share(AuditReport.share(counts.rejected, of: counts.submissions)), .count(counts.open),
    ]
  }

  /// The counts of imports that have something in common; nothing when none has it.
  private static func section(_ name: String, _ groups: [AuditReport.Group]) -> [String] {
    guard groups.contains(where: { $0.name != nil }) else { return [] }
    return section(
      "by \(name)", [name] + countNames,
      groups.map { [.text($0.name?.shown ?? "(none)")] + cells($0.counts) })
  }

  private static func section(
    _ title: String, _ names: [String], _ rows: [[TextTable.Cell]]
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable()
    table.add(names.map { .text($0) })
    for row in rows { table.add(row) }
    return ["", title] + table.lines
  }

  /// A form's name, where there are several.
  private static func form(_ name: String, _ report: AuditReport) -> String? {
    report.byImport.contains { $0.form != name } ? name : nil
  }
}
