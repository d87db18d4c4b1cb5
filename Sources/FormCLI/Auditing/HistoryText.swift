import FormRecorder
import FormRules

/// Formats the history of a submission as text.
struct HistoryText {
  private let localization: Localization

  static func lines(_ history: SubmissionHistory, in localization: Localization) -> [String] {
    HistoryText(localization: localization).lines(history)
  }

  private func lines(_ history: SubmissionHistory) -> [String] {
    var lines = [
      "\(term("submission")) \(history.submissionID), \(term("form")) \(history.form)",
      origin(history),
    ]
    if let corrects = history.corrects {
      lines.append("  \(term("corrects submission")) \(corrects)")
    }
    if let correctedBy = history.correctedBy {
      let verdict = history.correctionIsAccepted.map { ": \(term($0 ? "accepted" : "rejected"))" }
      lines.append("  \(term("corrected by submission")) \(correctedBy)\(verdict ?? "")")
    }
    if let earlier = history.supersedes {
      lines.append("  \(term("supersedes submission")) \(earlier)")
    }
    if let later = history.supersededBy {
      lines.append("  \(term("superseded by submission")) \(later)")
    }
    for (word, act) in [
      ("purged", history.purge), ("purged before", history.earlierPurge),
      ("retracted", history.retraction),
    ] {
      guard let act else { continue }
      lines.append(
        "  \(term(word)) \(act.at), \(term("by whom")) \(act.by.displayText): "
          + act.reason.escapedForTerminal)
    }
    for change in history.patch {
      lines.append(
        "  \(change.field.displayText): \(change.before.displayText) → "
          + change.after.displayText)
    }
    let table = TextTable(
      [term("field"), term("value"), nil], cells(history).map { $0.map { .text($0) } })
    lines += [""] + (history.purge == nil ? table.lines + [""] : [])
    if history.verdicts.isEmpty {
      let state = [.discarded, .retracted].contains(history.state) ? history.state.rawValue : nil
      lines.append("  \(term(state ?? "no verdict yet"))")
    }
    return lines + history.verdicts.flatMap(self.lines)
      + history.decisions.map { decision in
        "  \(decision.at) \(term(decision.kind == .waive ? "waived" : "open")), "
          + "\(term("by whom")) \(decision.by.displayText): \(decision.rules.joined(separator: ", ")): "
          + decision.reason.escapedForTerminal
      }
      + history.assignments.map { assignment in
        "  \(assignment.at) \(term("assignee")) "
          + "\(assignment.assignee?.displayText ?? term("nobody")), "
          + (attribution(assignment.by, assignment.reason) ?? "")
      } + history.comments.flatMap(self.lines)
  }

  private func lines(_ comment: StoredComment) -> [String] {
    let text = comment.text?.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "  \(comment.at) \(term("comment")) (\(term("submission")) \(comment.submissionID)"
        + (comment.rule.map { ", \($0)" } ?? "")
        + "), \(term("by whom")) \(comment.by.displayText):"
    ] + (text?.map { "    \(String($0).escapedForTerminal)" } ?? ["    \(term("purged"))"])
  }

  private func term(_ word: String) -> String { localization.term(word) }

  private func origin(_ history: SubmissionHistory) -> String {
    let parts = [
      history.fileName.map(\.displayText),
      history.source.map { "\(term("source")) \($0.displayText)" },
      history.batchLabel.map { "\(term("batch")) \($0.displayText)" },
      attribution(history.by, history.reason),
    ].compactMap { $0 }
    return "  \(term("import")) \(history.importID)"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + ", \(term("data record")) \(history.record), \(term("line")) \(history.line)"
  }

  /// The operator and the reason of an operation, or nil if neither is known.
  private func attribution(_ by: String?, _ reason: String?) -> String? {
    let parts = [
      by.map { "\(term("by whom")) \($0.displayText)" }, reason.map(\.escapedForTerminal),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  private func cells(_ history: SubmissionHistory) -> [[String]] {
    var rows = history.cells.map { cell in
      [
        cell.name.displayText, cell.value.plainText?.escapedForTerminal ?? term("missing"),
        cell.isMasked ? "\(term("masked")); --no-mask" : "",
      ]
    }
    if let raw = history.raw {
      rows.append([term("as it came"), raw.escapedForTerminal, term("not a record")])
    }
    return rows
  }

  private func lines(_ verdict: SubmissionHistory.Verdict) -> [String] {
    // The attribution of an import is shown with its number.
    let by = verdict.kind == .replay ? attribution(verdict.by, verdict.reason) : nil
    return [
      "  \(verdict.at) \(term("run")) \(verdict.runID), \(verdict.kind.rawValue) \(term("under")) "
        + "\(verdict.rules)@\(verdict.rulesVersion): "
        + term(verdict.isAccepted ? "verdict accepted" : "verdict rejected")
        + (by.map { ", \($0)" } ?? "")
    ]
      + verdict.errors.map { error in
        let severity = error.severity.rejects ? "" : " (\(term(error.severity.rawValue)))"
        return "    \(error.rule)\(severity): \(error.message)".escapedForTerminal
      }
  }
}
