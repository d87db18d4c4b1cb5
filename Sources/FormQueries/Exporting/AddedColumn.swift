/// A column that an export adds, in the order of the export. The raw value is its header.
package enum AddedColumn: String, CaseIterable {
  case submission = "_submission"
  case line = "_line"
  /// The marker of the encoding and the digest of the record (`SubmissionCheck`).
  case check = "_check"
  case errors = "_errors"
  case warnings = "_warnings"
  /// The cells of a malformed record beyond the columns of its import.
  case rest = "_rest"
  /// The text of a malformed record.
  case raw = "_raw"

  /// Whether exports add a column with this header.
  package static func has(_ header: String) -> Bool { Self(rawValue: header) != nil }
}
