import FormBytes
import FormRules

/// The reason why a record of a correction file was refused.
public enum CorrectionRefusal: Sendable, Equatable {
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
  /// The submission has no verdict, because its import is unfinished or was discarded.
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
  /// All cells are empty.
  case emptied(Int64)
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
    case .emptied: "emptied"
    case .keyChanged: "keyChanged"
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
    case .notJudged(let id): "submission \(id) has no verdict yet, or its import was discarded"
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
    case .emptied(let id): "all cells are empty; to keep submission \(id) unchanged, delete the row"
    case .keyChanged(let id, let fields):
      "the key of submission \(id) was changed "
        + "(\(fields.map { "'\($0.displayText)'" }.joined(separator: ", ")))"
    }
  }
}
