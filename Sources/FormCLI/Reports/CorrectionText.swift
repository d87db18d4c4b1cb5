import FormBytes
import FormRecorder
import FormRules

/// Formats the notes and errors about a correction file, in addition to its report.
enum CorrectionText {
  /// The maximum numbers of refused records, and of lines per column, to show. JSON contains all of
  /// them.
  private static let shownRefusals = 20
  private static let shownLines = 3

  /// Notes about accepted changes, ignored columns and refused records.
  static func notes(_ report: ImportReport) -> [String] {
    guard let corrections = report.corrections else { return [] }
    var notes = corrections.protectedChanges.compactMap { change in
      change.decision.map { "\(report.file): \($0.rawValue): \(text(change))" }
    }
    let others = corrections.protectedChanges.filter { $0.decision == .kept }.map(\.lines.count)
    let same = corrections.kept - others.reduce(0, +)
    if same > 0 {
      notes.append(
        "\(report.file): \(same.counted("cell")) without a failure kept the original notation")
    }
    if !report.unknownColumns.isEmpty {
      let names = report.unknownColumns.map { "'\($0.displayText)'" }.joined(separator: ", ")
      notes.append(
        "\(report.file): ignored columns, which neither the submissions nor the form have: \(names)"
      )
    }
    if report.isRefused { return notes }
    notes += corrections.patches.map { "\(report.file):\($0.line): \(text($0))" }
    notes += corrections.refused.prefix(shownRefusals).map { refused in
      "\(report.file):\(refused.line): \(refused.reason)"
    }
    let left = corrections.refused.count - shownRefusals
    if left > 0 { notes.append("\(report.file): \(left.counted("more row")) refused") }
    return notes
  }

  /// The changes of a correction.
  static func text(_ patch: CorrectionPatch) -> String {
    let changes = patch.changes.map {
      "\($0.field.displayText) \($0.before.displayText) → \($0.after.displayText)"
    }
    return "submission \(patch.submissionID): " + changes.joined(separator: ", ")
  }

  /// The reasons that nothing was recorded, with the remedy. Empty if everything was accepted.
  static func stop(_ report: ImportReport) -> [String] {
    let changes = report.corrections?.protectedChanges.filter { $0.decision == nil } ?? []
    if changes.isEmpty { return [] }
    let names = changes.map { ($0, $0.column.displayText.shellWord) }
    let (kept, stored) = (
      names.filter(\.0.canBeKept).map(\.1), names.filter { $0.0.cause != .header }.map(\.1)
    )
    var lines = [
      "error: \(report.file): cells without a failure were changed; nothing was stored"
    ]
    lines += changes.map { "  \(text($0))" }
    if kept.count < changes.count {
      lines.append("  to fix it: export again, and sort or move whole rows")
    }
    if !kept.isEmpty {
      lines.append("  to keep the original values: --keep \(kept.joined(separator: " "))")
    }
    if !stored.isEmpty {
      lines.append("  to store the changes: --accept \(stored.joined(separator: " "))")
    }
    return lines
  }

  private static func text(_ change: ProtectedChange) -> String {
    let column = "column '\(change.column.displayText)'"
    if change.cause == .header {
      return "\(column): the header matches no column, and a column of the submissions is missing; "
        + "to ignore the column, keep it"
    }
    let lines = change.lines.prefix(shownLines).map(String.init).joined(separator: ", ")
    let rest = change.lines.count > shownLines ? " and others" : ""
    let examples = change.examples.map { "\($0.before) → \($0.after)" }.joined(separator: ", ")
    return
      "\(column): \(change.lines.count.counted("cell"))\(change.cause?.text ?? ""): \(examples)"
      + " (\("line".inflected(for: change.lines.count)) \(lines)\(rest))"
  }
}

extension ProtectedChange.Cause {
  fileprivate var text: String {
    switch self {
    case .sorted: " with values of other records, as if the column had been sorted or filled alone"
    case .notation: " in another notation"
    case .encoding: " with other characters, as if read in the wrong encoding"
    case .cut: " cut"
    case .header: ""
    }
  }
}

extension String {
  /// The text quoted as a word for a shell, if necessary.
  fileprivate var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
          || "_-./:@%+,".unicodeScalars.contains($0)
      }
    if isPlain { return self }
    // By scalar, because a mark and a combining character form one Character.
    let parts = unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.map(String.init).joined(separator: #"'\''"#))'"
  }
}
