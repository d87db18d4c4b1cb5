import FormBytes
import FormRecorder

/// Formats the report of a replay as text.
enum ReplayText {
  static func lines(_ report: ReplayReport) -> [String] {
    var lines = [
      (report.runID.map { "replay \($0)" } ?? "dry run")
        + " of form \(report.form)@\(report.formVersion) under \(report.rules)@\(report.rulesVersion)",
      "  \(report.submissions.counted("submission")): \(report.accepted.grouped) accepted, "
        + "\(report.rejected.grouped) rejected",
      "  newly accepted: \(report.newlyAccepted.grouped)\(sample(report.newlyAcceptedSample))",
      "  newly rejected: \(report.newlyRejected.grouped)\(sample(report.newlyRejectedSample))",
      "  unchanged: \(report.unchanged.grouped)",
    ]
    if let asked = report.serviceRequests { lines.append("  service requests: \(asked.grouped)") }
    if report.purged > 0 { lines.append("  omitted, purged: \(report.purged.grouped)") }
    if !report.externalRunImports.isEmpty {
      lines.append(
        "  omitted, because only the records that an external run rejected are stored: imports "
          + report.externalRunImports.map(String.init).joined(separator: ", "))
    }
    for rule in report.byRule where rule.before != rule.after {
      lines.append(
        "  \(rule.rule): \(rule.before.grouped) → \(rule.after.grouped)"
          + (rule.newlyRejectedSample.isEmpty ? "" : "; newly rejects")
          + sample(rule.newlyRejectedSample).dropFirst(", such as".count))
    }
    return lines.withReceipt(of: "run", report.runID, report.head)
  }

  private static func sample(_ ids: [Int64]) -> String {
    ids.isEmpty ? "" : ", such as \(ids.prefix(5).map(String.init).joined(separator: ", "))"
  }
}
