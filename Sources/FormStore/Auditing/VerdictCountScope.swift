/// The submissions and failures to count.
package enum VerdictCountScope: Sendable {
  /// All submissions.
  case current
  /// The open submissions. Counts only failures that reject and are not waived.
  case open
  /// The submissions of a run, whether its verdicts are current or not.
  case ofRun
}
