import FormBytes
import FormRules

/// The reason why a record of a correction file was refused.
public enum CorrectionRefusal: Error, Equatable {
  /// The record cannot be parsed. The text is the reader's message.
  case malformed(String)
  /// The record names no submission.
  case unnamed
  /// The submission does not exist.
  case unknown(Int64)
  /// The submission was purged on this day.
  case purged(Int64, on: String)
  /// The submission belongs to another form.
  case otherForm(Int64, form: String, expected: String)
  /// The submission has no verdict, because its import is unfinished, discarded or retracted.
  case notJudged(Int64)
  /// The submission is accepted.
  case accepted(Int64)
  /// A correction of the submission is accepted.
  case corrected(Int64, by: Int64)
  /// The record was delivered again.
  case superseded(Int64, by: Int64)
  /// Other lines correct the same submission differently.
  case contradicted(Int64, lines: [Int])
  /// A cell of the column contains a mask and other text, or a mask although its value is not
  /// masked.
  case mask(column: String)
  /// A cell of the column still contains the escape of an undecodable byte.
  case escape(column: String)
  /// The new text of the column contains a NUL character.
  case nul(column: String)
  /// All cells are empty.
  case emptied(Int64)
  /// The code in `_check` does not belong to the submission.
  case otherCheck(Int64)
  /// The text in `_raw` is not that of the submission.
  case otherRaw(Int64)
  /// The line in `_line` is not the line of the submission.
  case otherLine(Int64)
  /// A cell of the column has an error value of a spreadsheet program, or lost characters.
  case damaged(column: String)
  /// A changed cell of the column is a formula of a workbook.
  case formula(column: String)
  /// The columns mean the same field and have different texts.
  case sameField(columns: [String])
  /// The record has cells beyond its columns.
  case surplus(Int64)
  /// The record could not be split into cells, and its text was not cleared.
  case unsplit(Int64)
  /// A later correction, of an operator and a time, changed the fields differently. `with` is the
  /// last correction of the submission, which may be another one.
  case conflict(Int64, with: Int64, fields: [String], by: String?, at: String?)
  /// The fields that identify the record were changed.
  case keyChanged(Int64, fields: [String])

  /// A stable name for programs.
  public var code: String {
    switch self {
    case .malformed: "malformed"
    case .unnamed: "unnamed"
    case .unknown: "unknown"
    case .purged: "purged"
    case .otherForm: "otherForm"
    case .notJudged: "notJudged"
    case .accepted: "accepted"
    case .corrected: "corrected"
    case .superseded: "superseded"
    case .contradicted: "contradicted"
    case .mask: "mask"
    case .escape: "escape"
    case .nul: "nul"
    case .emptied: "emptied"
    case .otherCheck: "otherCheck"
    case .otherRaw: "otherRaw"
    case .otherLine: "otherLine"
    case .damaged: "damaged"
    case .formula: "formula"
    case .sameField: "sameField"
    case .surplus: "surplus"
    case .unsplit: "unsplit"
    case .conflict: "conflict"
    case .keyChanged: "keyChanged"
    }
  }

  /// The correction or later delivery that closed the submission or conflicts with the record.
  var latest: Int64? {
    switch self {
    case .corrected(_, let latest), .superseded(_, let latest), .conflict(_, let latest, _, _, _):
      latest
    default: nil
    }
  }
}

extension CorrectionRefusal: CustomStringConvertible {
  /// The reason in one line, without cell values.
  public var description: String {
    switch self {
    case .malformed(let message): message
    case .unnamed: "has no submission number; import new records from a separate file"
    case .unknown(let id): "submission \(id) does not exist"
    case .purged(let id, let day): "submission \(id) was purged on \(day)"
    case .otherForm(let id, let form, let expected):
      "submission \(id) belongs to form '\(form)', not to '\(expected)'"
    case .notJudged(let id):
      "submission \(id) has no verdict: its import is unfinished, discarded or retracted"
    case .accepted(let id): "submission \(id) is accepted; there is nothing to correct"
    case .corrected(let id, let latest):
      "submission \(id) is closed: its correction \(latest) is accepted"
    case .superseded(let id, let later):
      "submission \(id) is closed: the same record was delivered again as submission \(later)"
    case .contradicted(let id, let lines):
      "submission \(id) is corrected differently in "
        + "\("line".inflected(for: lines.count)) \(lines.map(String.init).joined(separator: ", "))"
    case .mask(let column):
      "column '\(column.displayText)' contains a mask with other text, or a mask of a value that is not masked; write the "
        + "complete value, or only the mask"
    case .escape(let column):
      "column '\(column.displayText)' still contains the escape of a byte that could not be decoded; replace it"
    case .nul(let column):
      "the new text of column '\(column.displayText)' contains a NUL character (\\u0000); remove it"
    case .emptied(let id): "all cells are empty; to keep submission \(id) unchanged, delete the row"
    case .otherCheck(let id):
      "_check is not that of submission \(id): the number was changed or moved, or the file was "
        + "exported from another database"
    case .otherRaw(let id):
      "_raw is not that of submission \(id): the number was changed or moved"
    case .otherLine(let id):
      "_line is not that of submission \(id): the number was changed or moved"
    case .damaged(let column):
      "column '\(column.displayText)' has an error value, or text that lost characters; write the value, "
        + "and save the file as UTF-8 or as a workbook"
    case .formula(let column):
      "column '\(column.displayText)' has a formula, but exports contain only text; write its "
        + "value as text"
    case .sameField(let columns):
      columns.map { "'\($0.displayText)'" }.joined(separator: " and ")
        + " are the same field and have different texts; clear all but one"
    case .surplus(let id):
      "submission \(id) has cells beyond its columns: move what is needed from _rest to the columns, "
        + "and clear _rest"
    case .unsplit(let id):
      "submission \(id) could not be split into cells: enter all of them from _raw, and clear _raw"
    case .conflict(let id, let later, let fields, let by, let at):
      "\(fields.map { "'\($0.displayText)'" }.joined(separator: ", ")) of submission \(id) "
        + "\(fields.count == 1 ? "was" : "were") changed differently by a correction"
        + (at.map { " of \($0)" } ?? "") + (by.map { " by \($0)" } ?? "")
        + "; the last correction is \(later)"
    case .keyChanged(let id, let fields):
      "the key of submission \(id) was changed "
        + "(\(fields.map { "'\($0.displayText)'" }.joined(separator: ", ")))"
    }
  }
}
