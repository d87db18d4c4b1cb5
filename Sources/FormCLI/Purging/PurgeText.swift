import FormBytes
import FormRecorder
import FormRules

/// Formats the result of a purge as text.
enum PurgeText {
  static func lines(_ report: PurgeReport, isDryRun: Bool) -> [String] {
    var lines = [
      "\(report.submissions.counted("submission")) \(isDryRun ? "would be purged" : "purged")"
        + (report.purgedBefore > 0 ? ", \(report.purgedBefore.grouped) purged before" : "")
    ]
    if isDryRun, let found = report.found, !found.isEmpty {
      lines += table(found)
      let omitted = report.submissions - found.count
      if omitted > 0 { lines.append("  and \(omitted.grouped) more") }
    }
    if report.files > 0 { lines.append("  \(report.files.counted("uploaded file")) deleted") }
    return lines.withReceipt(of: "purge", report.purgeID, report.head)
  }

  /// A note on how to shrink the file, if at least a quarter of it and at least 16 MiB were purged.
  static func unusedSpace(_ report: PurgeReport) -> String? {
    guard report.cellBytes >= 16 << 20, report.cellBytes * 4 >= report.fileBytes else { return nil }
    return
      "\(report.cellBytes >> 20) of the database's \(report.fileBytes >> 20) MiB are now unused; run the "
      + "same command with --compact to make the file smaller"
  }

  private static func table(_ found: [FoundSubmission]) -> [String] {
    TextTable.lines(
      ["submission", "form", "import", "file", "line", "state", "why", "with it"],
      found.map { submission in
        [
          .count(Int(submission.submissionID)), .text(submission.form),
          .count(Int(submission.importID)), .text(submission.fileName?.displayText),
          .count(submission.line), .text(submission.state.rawValue),
          .text(submission.reason.text), .text(submission.traces),
        ]
      })
  }
}

extension FoundSubmission.Reason {
  /// The reason as text.
  var text: String {
    switch self {
    case .value: "value"
    case .malformedCell: "malformed, a cell"
    case .malformedText: "malformed, in its text"
    case .delivery(let id): "same key as \(id)"
    case .correction(let id): "corrections of \(id)"
    case .number: "number"
    }
  }
}

extension FoundSubmission {
  /// Other data that is stored with the submission.
  fileprivate var traces: String {
    [
      replays > 0 ? replays.counted("replay") : nil,
      answers > 0 ? answers.counted("answer") : nil,
      hasIdempotencyKey ? "idempotency key" : nil,
      comments > 0 ? comments.counted("comment") : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
