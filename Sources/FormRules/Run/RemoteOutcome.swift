/// The outcome of a request to a service, recorded so that a replay gives the same result.
package enum RemoteOutcome: Int, Sendable, CaseIterable {
  case refused = 0
  case accepted = 1
  /// There was no answer, and the record was rejected for it.
  case silent = 2
  /// There was no answer, and the run is configured to skip the rule in this case.
  case skipped = 3

  /// - Parameter answer: the answer, or nil if there was none.
  init(_ answer: Bool?, isSkipped: Bool) {
    switch answer {
    case true?: self = .accepted
    case false?: self = .refused
    case nil: self = isSkipped ? .skipped : .silent
    }
  }

  /// The answer of the service, or nil if there was none.
  package var answer: Bool? {
    switch self {
    case .refused: false
    case .accepted: true
    case .silent, .skipped: nil
    }
  }
}
