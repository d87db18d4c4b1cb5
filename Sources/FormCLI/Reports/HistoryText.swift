import FormRecorder
import FormRules

/// A submission's history for people.
enum HistoryText {
  static func lines(_ history: SubmissionHistory) -> [String] {
    var lines = ["submission \(history.submission) of form \(history.form)", origin(history)]
    if let corrects = history.corrects { lines.append("  corrects submission \(corrects)") }
    if let correctedBy = history.correctedBy {
      let verdict = history.correctionIsAccepted.map { $0 ? ": accepted" : ": still rejected" }
      lines.append("  corrected by submission \(correctedBy)\(verdict ?? "")")
    }
    var table = TextTable()
    table.add([.text("field"), .text("value"), .text(nil)])
    for row in cells(history) { table.add(row.map { .text($0) }) }
    lines += [""] + table.lines + [""]
    if history.verdicts.isEmpty { lines.append("  no verdict yet: its import is unfinished") }
    return lines + history.verdicts.flatMap(self.lines)
      + history.decisions.map { decision in
        "  \(decision.at) \(decision.kind == "waive" ? "waived" : "opened again") by "
          + "\(decision.by.shown): \(decision.rules.joined(separator: ", ")): "
          + decision.reason.escapedForTerminal
      }
  }

  private static func origin(_ history: SubmissionHistory) -> String {
    let parts = [
      history.fileName.map(\.shown), history.source.map { "source \($0.shown)" },
      history.batch.map { "batch \($0.shown)" }, history.by.map { "by \($0.shown)" },
    ].compactMap { $0 }
    return "  import \(history.importID)"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + ", record \(history.record), line \(history.line)"
  }

  private static func cells(_ history: SubmissionHistory) -> [[String]] {
    var rows = history.cells.map { cell in
      [
        cell.name.shown, cell.value.plainText?.escapedForTerminal ?? "(missing)",
        cell.isMasked ? "masked; --show-values shows it" : "",
      ]
    }
    if let raw = history.raw {
      rows.append(["as it came", raw.escapedForTerminal, "not readable as a record"])
    }
    return rows
  }

  private static func lines(_ verdict: SubmissionHistory.Verdict) -> [String] {
    [
      "  \(verdict.at) run \(verdict.run), \(verdict.kind) under "
        + "\(verdict.rules)@\(verdict.rulesVersion): "
        + (verdict.isAccepted ? "accepted" : "rejected")
    ]
      + verdict.errors.map { error in
        let severity = error.severity.remark
        return "    \(error.rule)\(severity): \(error.message)".escapedForTerminal
      }
  }
}
