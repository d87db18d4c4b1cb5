/// The outcome of a request to a service, recorded so that a replay has the same result.
package enum AnswerOutcome: Int, Sendable, CaseIterable {
  case refused = 0
  case accepted = 1
  /// There was no answer, and the record was rejected for it.
  case silent = 2
  /// There was no answer, and the run is configured to skip the rule in this case.
  case skipped = 3

  /// Whether the service answered.
  package var isAnswer: Bool { self == .refused || self == .accepted }
}
