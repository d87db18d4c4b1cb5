import FormRules
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
    case .open: VerdictFilter(severity: .error, isUnreplaced: true, ignoresWaived: true)
    case .current: VerdictFilter(isAccepted: true, isUnreplaced: true)
    case .rejected: VerdictFilter(severity: .error)
    case .accepted: VerdictFilter(isAccepted: true)
    case .warned: VerdictFilter(severity: .warning)
    case .all: VerdictFilter()
    }
  }
}
