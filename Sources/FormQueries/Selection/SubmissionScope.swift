import FormStore

/// A choice of submissions by verdict and state. No scope includes submissions without cells or
/// without a verdict.
public enum SubmissionScope: String, Sendable, CaseIterable {
  /// Records to correct: rejected, current (nothing has replaced them) and not waived.
  case open
  /// Valid records: accepted and current, one submission per record.
  case current
  /// All rejected submissions, including those that were replaced or waived.
  case rejected
  /// All accepted submissions, including those that were replaced.
  case accepted
  /// All submissions with a warning, accepted or not, replaced or not.
  case warned
  /// All submissions: several for a record that was corrected or delivered again.
  case all

  /// The condition of the store.
  var filter: VerdictFilter {
    switch self {
    case .open: VerdictFilter(.rejected, isUnreplaced: true, ignoresWaived: true)
    case .current: VerdictFilter(.accepted, isUnreplaced: true)
    case .rejected: VerdictFilter(.rejected)
    case .accepted: VerdictFilter(.accepted)
    case .warned: VerdictFilter(.warned)
    case .all: VerdictFilter()
    }
  }
}
