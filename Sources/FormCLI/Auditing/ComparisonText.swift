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
    var totals = TextTable()
    totals.add([.text(nil)] + names.map { .text($0) } + [.text(term("change"))])
    for (word, value) in [
      ("submissions", \AuditReport.Counts.submissions), ("accepted", \.accepted),
      ("rejected", \.rejected), ("open", \.open), ("errors", \.errors),
    ] {
      let change = after[keyPath: value] - before[keyPath: value]
      totals.add([
        .text(term(word)), .count(before[keyPath: value]), .count(after[keyPath: value]),
        .text((change > 0 ? "+" : "") + change.grouped),
      ])
    }
    totals.add([
      .text(term("share")), .share(before.basisPoints), .share(after.basisPoints),
      .change(after.basisPoints - before.basisPoints),
    ])
    guard !comparison.byRule.isEmpty else { return totals.lines }
    var rules = TextTable()
    rules.add(
      [.text(term("rule"))] + names.flatMap { [.text($0), .text(term("share"))] }
        + [.text(term("change")), .text(term("severity")), .text(term("description"))])
    for rule in comparison.byRule {
      rules.add([
        .text(rule.rule.displayText), .count(rule.before), .share(rule.basisPointsBefore),
        .count(rule.after), .share(rule.basisPointsAfter), .change(rule.change),
        .text(rule.severity.rejects ? nil : term(rule.severity.rawValue)),
        .text(rule.description.escapedForTerminal),
      ])
    }
    return totals.lines + ["", term("by rule")] + rules.lines(width: width)
  }
}
