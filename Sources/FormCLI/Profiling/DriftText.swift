import FormProfile
import FormRecorder
import FormRules

/// Formats the changes from one import of a source to the next as text.
enum DriftText {
  static func lines(_ drifts: [ImportDrift], showsValues: Bool = true) -> [String] {
    drifts.flatMap { drift in
      let source = drift.source.map { " of \($0.displayText)" } ?? ""
      let title =
        "DRIFT of \(drift.form) from import \(drift.before) to import \(drift.after)\(source)"
      guard !drift.changes.isEmpty else { return ["", title, "  no significant change"] }
      let rows: [[TextTable.Cell]] = drift.changes.map { change in
        let examples = change.examples.map { example in
          let text = showsValues ? example.text.map { " \($0.displayText)" } ?? "" : ""
          return "line \(example.location.line)\(text)"
        }
        return [
          .text(text(change.kind)), .text(change.name.displayText), .share(change.before),
          .share(change.after), .text(examples.joined(separator: ", ")),
        ]
      }
      return ["", title]
        + TextTable.lines(["what", "where", "before", "after", "examples"], rows)
    }
  }

  private static func text(_ kind: Drift.Kind) -> String {
    switch kind {
    case .fill: "filled"
    case .type: "of the column's type"
    case .newValues: "new values"
    case .missingColumn: "column missing"
    case .newColumn: "new column"
    case .rule: "rule failures"
    }
  }
}
