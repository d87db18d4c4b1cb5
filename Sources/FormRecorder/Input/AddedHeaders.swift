/// The headers of the columns that an export adds.
enum AddedHeaders {
  static let submission = "_submission"
  static let line = "_line"
  static let check = "_check"
  /// The cells of a malformed record beyond the columns of its import, and its text.
  static let rest = "_rest"
  static let raw = "_raw"

  static let all = [submission, line, check, "_errors", "_warnings", rest, raw]
}
