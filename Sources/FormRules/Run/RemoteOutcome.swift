/// What came of a question to a service, as it is recorded so that a replay repeats it.
package enum RemoteOutcome: Int, Sendable, CaseIterable {
  case refused = 0
  case accepted = 1
  /// Nobody answered, and the record was refused for it.
  case silent = 2
  /// Nobody answered, and the run was told to let that pass: the rule was skipped.
  case skipped = 3

  /// - Parameter answer: nil when there was none.
  init(_ answer: Bool?, isSkipped: Bool) {
    switch answer {
    case true?: self = .accepted
    case false?: self = .refused
    case nil: self = isSkipped ? .skipped : .silent
    }
  }

  /// What the service said; nil when nobody answered.
  package var answer: Bool? {
    switch self {
    case .refused: false
    case .accepted: true
    case .silent, .skipped: nil
    }
  }
}
