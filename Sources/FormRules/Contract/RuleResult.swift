/// The result of a rule for a value.
package enum RuleResult: Sendable, Equatable {
  /// The value satisfies the rule.
  case passes
  /// The value does not satisfy the rule.
  case fails(Failure)
  /// The rule has no verdict. Nested rules follow three-valued logic: a failure of one of them
  /// takes precedence over an undecided result of another.
  case undecided(UndecidedReason)

  /// Returns a failure. `arguments` contains only arguments that depend on the value.
  ///
  /// - Parameter code: One of the codes that the rule documents.
  @inline(__always)
  static func fails(_ code: String, _ arguments: [MessageArgument] = []) -> RuleResult {
    .fails(Failure(code, arguments))
  }

  /// Makes the result undecided and keeps the first reason, except that `unavailable` takes
  /// precedence over all other reasons, since it is an error.
  mutating func markUndecided(_ undecided: UndecidedReason) {
    switch (self, undecided) {
    case (.undecided(.unavailable), _): break
    case (.undecided, .unavailable): self = .undecided(undecided)
    case (.undecided(.unanswered), _): break
    case (.undecided, .unknown), (.undecided, .files), (.undecided, .alone),
      (.undecided, .varied):
      break
    default: self = .undecided(undecided)
    }
  }
}

extension AnswerOutcome {
  /// The result of the rule that made the request.
  func result(refused code: String, unanswered: RuleResult) -> RuleResult {
    switch self {
    case .accepted: .passes
    case .refused: .fails(code)
    case .unanswered: unanswered
    case .skipped: .undecided(.unanswered)
    }
  }
}

/// Why a rule has no verdict for a value.
package enum UndecidedReason: Sendable, Equatable {
  /// The operand of the comparison has no value, or a condition is neither true nor false. The rule
  /// counts as skipped.
  case unknown
  /// The run skips rules that read files. The rule counts as skipped.
  case files
  /// The record is evaluated without the records that the rule compares it with. The rule counts as
  /// skipped.
  case alone
  /// The run has too many frequent values for the rule. The rule counts as skipped.
  case varied
  /// The value could not be judged: a service did not answer, a file is missing or cannot be read
  /// or decoded, or a text is too complex for a pattern. This is an error unless another nested
  /// rule determines the result; otherwise, an unchecked record would be accepted, also by `not`.
  case unavailable(Failure)
  /// A service did not answer, and the run is configured to skip the rule in this case.
  case unanswered

  /// The reason under which the rule counts as skipped, or nil if it fails.
  var skipReason: SkipReason? {
    switch self {
    case .unknown: .unknown
    case .files: .files
    case .alone: .alone
    case .varied: .varied
    case .unavailable: nil
    case .unanswered: .unanswered
    }
  }
}
