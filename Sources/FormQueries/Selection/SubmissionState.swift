/// The state of a submission among the deliveries and corrections of its record. If several apply,
/// the first of them is the state.
public enum SubmissionState: String, Sendable, CaseIterable {
  /// Its import was discarded. It has no verdict.
  case discarded
  /// Its import was retracted. It has no verdict.
  case retracted
  /// Its import is unfinished. It has no verdict yet.
  case unfinished
  /// A correction replaced it.
  case corrected
  /// A later delivery of the same record replaced it.
  case superseded
  /// Its cells were deleted.
  case purged
  /// It is rejected, and all of its failures are waived.
  case waived
  /// It is the latest submission of its record, and its verdict is the record's verdict.
  case current
}
