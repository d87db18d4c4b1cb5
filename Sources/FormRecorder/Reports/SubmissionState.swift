/// Where a submission stands among the deliveries and corrections of its record. The first of these that
/// applies is its state.
public enum SubmissionState: String, Sendable, CaseIterable {
  /// Its import was given up; it has no verdict.
  case discarded
  /// Its import is unfinished; it has no verdict yet.
  case unfinished
  /// A correction took its place.
  case corrected
  /// A later delivery of the same record took its place.
  case superseded
  /// Its cells were deleted.
  case purged
  /// It is rejected, and somebody decided about each failure that it stands.
  case waived
  /// It is the last of its record, and what its verdict says holds of the record.
  case current
}
