import FormBytes
import FormRecorder
import FormRules

/// Formats the report of an import as text.
enum ImportText {
  /// The part of the lines that a terminal shows in colour.
  static func highlight(_ report: ImportReport) -> Highlight {
    report.rejected > 0
      ? .bad("\(report.rejected.grouped) rejected") : .good("\(report.accepted.grouped) accepted")
  }

  static func lines(_ report: ImportReport) -> [String] {
    var lines: [String] = []
    let number =
      report.importsText
      ?? (report.isRefused
        ? "nothing stored" : report.corrections?.rows == 0 ? "nothing to correct" : "dry run")
    let rules = "\(report.rules)" + (report.rulesVersion.map { "@\($0)" } ?? "")
    lines.append(
      "\(report.file): \(number)\(report.stateRemark) under \(rules)"
        + (report.isAlreadyImported ? " (imported before; not stored again)" : ""))
    lines.append(
      "  \(report.records.counted("record")): \(report.accepted.grouped) accepted, "
        + "\(report.rejected.grouped) rejected, \(report.errors.counted("error"))"
        + (report.warned > 0 ? ", \(report.warned.grouped) with warnings" : ""))
    if report.by != nil || report.reason != nil {
      lines.append(
        "  "
          + [report.by.map { "by \($0.displayText)" }, report.reason?.escapedForTerminal]
          .compactMap { $0 }.joined(separator: ": "))
    }
    if let text = report.externalRunDescription { lines.append("  \(text)") }
    if let corrections = report.corrections {
      lines.append(
        "  \(corrections.rows.counted("row")), \(corrections.cells.counted("cell")) changed; "
          + "\(corrections.closed.counted("failure")) closed"
          + (corrections.unchanged > 0 ? ", \(corrections.unchanged.counted("row")) unchanged" : "")
          + (corrections.refused.isEmpty
            ? "" : ", \(corrections.refused.count.counted("row")) refused"))
    }
    if let keys = report.deliveries, keys.changed + keys.unchanged > 0 {
      lines.append(
        "  delivered before: \(keys.unchanged.grouped) unchanged, \(keys.changed.grouped) changed; "
          + "\(keys.new.grouped) new; \(keys.closed.counted("failure")) closed")
      if keys.carried > 0 || keys.replaced > 0 {
        lines.append(
          "  \(keys.carried.counted("correction")) carried; "
            + "\(keys.replaced.counted("corrected cell")) changed by the sender")
      }
      if keys.reopened > 0 {
        lines.append("  \(keys.reopened.counted("valid record")) now rejected")
      }
    }
    if let repairs = report.repairs, repairs.records > 0 {
      lines.append(
        "  \(repairs.records.counted("record")) repaired as source \(repairs.source) defines; "
          + "\(repairs.closed.counted("failure")) closed")
    }
    lines += self.lines(byRule: report.byRule.map { ($0.rule, $0.count, $0.severity) })
    for skip in report.skipped {
      lines.append("  \(skip.count.grouped) × \(skip.rule) skipped: \(skip.reason.text)")
    }
    for limit in report.exceededLimits { lines.append("  limit exceeded: \(limit)") }
    return lines.withReceipt(of: "run", report.runID, report.head)
  }

  /// The number of failures of each rule, one line per rule, the most frequent first.
  static func lines(byRule: [(rule: String, count: Int, severity: Severity)]) -> [String] {
    TextTable(
      byRule.sorted { $0.count > $1.count }.map {
        [.count($0.count), .text($0.rule + $0.severity.remark)]
      }
    ).lines
  }
}

extension ImportReport {
  /// The state of a stored import in parentheses, unless it is finished.
  fileprivate var stateRemark: String {
    guard let state, state != .finished else { return "" }
    return " (\(state.rawValue))"
  }

  /// The import, or the imports of the corrections.
  fileprivate var importsText: String? {
    guard let importID else { return nil }
    let all = corrections?.imports ?? []
    return all.count > 1
      ? "imports \(all.map(String.init).joined(separator: ", "))" : "import \(importID)"
  }
}

extension SkipReason {
  /// The reason as text.
  fileprivate var text: String {
    switch self {
    case .when: "its condition is unknown"
    case .needs: "a rule that it requires did not pass"
    case .unknown: "the value to compare with is missing"
    case .files: "file rules were excluded"
    case .rejected: "the record was already rejected"
    case .masked: "the card number is stored masked; the earlier result is kept"
    case .alone: "there are no other records to compare with"
    case .varied: "the field has too many frequent values"
    case .unanswered: "the service did not answer"
    }
  }
}
