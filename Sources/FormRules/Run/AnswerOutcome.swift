/// The outcome of a request to a service, recorded so that a replay has the same result.
public enum AnswerOutcome: Int, Sendable, CaseIterable {
  /// The service refused the value.
  case refused = 0
  /// The service accepted the value.
  case accepted = 1
  /// There was no answer, and the record was rejected for it.
  case unanswered = 2
  /// There was no answer, and the run is configured to skip the rule in this case.
  case skipped = 3

  /// The name in JSON.
  public var name: String {
    switch self {
    case .refused: "refused"
    case .accepted: "accepted"
    case .unanswered: "silent"
    case .skipped: "skipped"
    }
  }

  /// Whether the service answered.
  package var isAnswer: Bool { self == .refused || self == .accepted }
}
