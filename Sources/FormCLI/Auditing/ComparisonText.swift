import FormBytes
import FormRecorder
import FormRules

/// Formats a comparison of two audits as text.
enum ComparisonText {
  static func lines(
    _ comparison: AuditComparison, in localization: Localization, width: Int?
  ) -> [String] {
    func term(_ word: String) -> String { localization.term(word) }
    let (before, after) = (comparison.before.counts, comparison.after.counts)
    let names = [comparison.before.side, comparison.after.side].map {
      "\(term($0.kind)) \($0.name.displayText)"
    }
    let words: [(String, KeyPath<AuditReport.Counts, Int>)] = [
      ("submissions", \.submissions), ("accepted", \.accepted), ("rejected", \.rejected),
      ("open", \.open), ("errors", \.errors),
    ]
    let counts: [[TextTable.Cell]] = words.map { word, value in
      let change = after[keyPath: value] - before[keyPath: value]
      return [
        .text(term(word)), .count(before[keyPath: value]), .count(after[keyPath: value]),
        .text((change > 0 ? "+" : "") + change.grouped),
      ]
    }
    let share: [TextTable.Cell] = [
      .text(term("share")), .share(before.basisPoints), .share(after.basisPoints),
      .change(after.basisPoints - before.basisPoints),
    ]
    let header = [""] + names + [term("change")]
    let totals = TextTable(header, counts + [share])
    guard !comparison.byRule.isEmpty else { return totals.lines }
    let columns: [String] =
      [term("rule")] + names.flatMap { [$0, term("share")] }
      + ["change", "severity", "description"].map(term)
    let rules = TextTable(
      columns,
      comparison.byRule.map { rule in
        [
          .text(rule.rule.displayText), .count(rule.before), .share(rule.basisPointsBefore),
          .count(rule.after), .share(rule.basisPointsAfter), .change(rule.change),
          .text(rule.severity.rejects ? nil : term(rule.severity.rawValue)),
          .text(rule.description.escapedForTerminal),
        ]
      })
    return totals.lines + ["", term("by rule")] + rules.lines(width: width)
  }
}
