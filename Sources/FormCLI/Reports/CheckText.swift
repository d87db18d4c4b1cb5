import FormBytes
import FormRecorder
import FormRules

/// Prints `file:line:column message`, one line per error.
struct CheckText: CheckOutput {
  mutating func append(_ record: CheckedRecord, of file: String, to bytes: inout [UInt8]) {
    for error in record.errors {
      bytes += Array("\(file.escapedForTerminal):".utf8)
      bytes.append(decimal: Int64(error.line ?? record.line))
      if let column = error.column { bytes += Array(":\(column)".utf8) }
      bytes += Array(" \(line(error).escapedForTerminal)\n".utf8)
    }
  }

  /// The part of these lines that a terminal shows in colour.
  static func highlight(_ summary: CheckSummary) -> Highlight {
    summary.rejected > 0
      ? .bad("\(summary.rejected.grouped) rejected") : .good("\(summary.accepted.grouped) accepted")
  }

  /// Returns the result of checking a file, with a line for each rule that failed.
  static func lines(
    _ summary: CheckSummary, of file: String, _ rules: [CheckedRule]
  ) -> [String] {
    let severities = Dictionary(rules.map { ($0.id, $0.severity) }) { first, _ in first }
    return [
      "\(file): \(summary.records.counted("record")): \(summary.accepted.grouped) accepted, "
        + "\(summary.rejected.grouped) rejected, \(summary.errors.counted("error"))"
        + (summary.warned > 0 ? ", \(summary.warned.grouped) with warnings" : "")
    ]
      + ImportText.lines(
        byRule: summary.byRule.sorted { $0.key < $1.key }.map { rule, count in
          (rule, count, severities[rule] ?? .error)
        }) + summary.exceededLimits.map { "\(file): limit exceeded: \($0)" }
  }

  private func line(_ error: ReportedError) -> String {
    (error.severity.rejects ? "" : "\(error.severity.rawValue): ") + error.message
      + (error.value.map { " (\($0.displayText))" } ?? "") + " [\(error.rule)]"
  }
}
