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
    var notes = corrections.suspiciousChanges.filter(\.isAccepted).map {
      "\(report.file): accepted: \(text($0))"
    }
    if !report.unknownColumns.isEmpty {
      let names = report.unknownColumns.map { "'\($0.displayText)'" }.joined(separator: ", ")
      notes.append(
        "\(report.file): ignored columns, which neither the submissions nor the form have: \(names)"
      )
    }
    if report.isRefused { return notes }
    notes += corrections.refused.prefix(shownRefusals).map { refused in
      "\(report.file):\(refused.line): \(refused.reason)" + hint(refused.reason)
    }
    let left = corrections.refused.count - shownRefusals
    if left > 0 { notes.append("\(report.file): \(left.counted("more row")) refused") }
    return notes
  }

  private static func hint(_ reason: CorrectionRefusal) -> String {
    if case .keyChanged = reason { return "; --accept-key-changes accepts it" }
    return ""
  }

  /// The reasons that nothing was recorded, with the remedy. Empty if everything was accepted.
  static func stop(_ report: ImportReport) -> [String] {
    let changes = report.corrections?.suspiciousChanges.filter { !$0.isAccepted } ?? []
    if changes.isEmpty { return [] }
    var columns: [String] = []
    for change in changes where !columns.contains(change.column) {
      columns.append(change.column)
    }
    let fix =
      if changes.contains(where: { $0.cause.isMisplacement }) {
        "export again, and sort or move whole rows with their _submission"
      } else if changes.contains(where: { $0.cause.isOfEncoding }) {
        "save the file as UTF-8 ('CSV UTF-8' in Excel), or export a workbook (-o FILE.xlsx)"
      } else {
        "repair the cells, or export again and edit with all columns as text"
      }
    return [
      "error: \(report.file): changes look unintended; nothing was stored"
    ] + changes.map { "  \(text($0))" } + [
      "  to fix it: \(fix)",
      "  to keep the original values of a column: delete the column from the file",
      "  to accept the changes: --accept "
        + columns.map(\.displayText.shellWord).joined(separator: " "),
    ]
  }

  private static func text(_ change: SuspiciousChange) -> String {
    let lines = change.lines.prefix(shownLines).map(String.init).joined(separator: ", ")
    let rest = change.lines.count > shownLines ? " and others" : ""
    return "column '\(change.column.displayText)': \(change.cause.text(change))"
      + " (\("line".inflected(for: change.lines.count)) \(lines)\(rest))"
  }
}

extension SuspiciousChange.Cause {
  fileprivate var isMisplacement: Bool { [.rearranged, .movedMask, .otherLine].contains(self) }
  fileprivate var isOfEncoding: Bool {
    [.misdecoded, .lettersReplaced, .accentsLost, .damagedHeader].contains(self)
  }

  fileprivate func text(_ change: SuspiciousChange) -> String {
    let cells =
      change.changed == change.lines.count
      ? change.lines.count.counted("changed cell")
      : "\(change.lines.count.grouped) of \(change.changed.counted("changed cell"))"
    let encodings = change.encodings
    switch self {
    case .zeros: return "\(cells) without the leading zeros or plus sign"
    case .scientific: return "\(cells) with a number in exponential notation"
    case .digits: return "\(cells) without the digits after the fifteenth"
    case .date:
      return "\(cells) with the same date in another notation, or with day and month exchanged"
    case .serial: return "\(cells) with a number in place of a date"
    case .truth: return "\(cells) with TRUE or FALSE in another spelling or language"
    case .blanks: return "\(cells) without the leading or trailing blanks"
    case .quotes: return "\(cells) with curly quotes in place of straight ones"
    case .hashes: return "\(cells) with ##### in place of values that were too wide to display"
    case .number: return "\(cells) with the same number in another notation"
    case .normalization: return "\(cells) with the same characters composed differently"
    case .emptied: return "all of its cells were emptied"
    case .misdecoded:
      return
        "\(cells) with \(encodings.first ?? "text") decoded as \(encodings.last ?? "another encoding")"
    case .lettersReplaced: return "\(cells) with question marks or U+FFFD in place of letters"
    case .accentsLost: return "\(cells) without accents, as in a file saved as ASCII"
    case .damagedHeader:
      return "the header was decoded with the wrong encoding or lost its accents"
    case .rearranged:
      return
        "cells of other records: the column was sorted, moved or pasted independently of _submission"
    case .movedMask:
      return "masks in cells that were not masked: cells were moved independently of _submission"
    case .otherLine: return "_line does not match the submissions: _submission was changed"
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
