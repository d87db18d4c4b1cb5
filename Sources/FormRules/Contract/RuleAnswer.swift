/// What a rule answers of a value.
package enum RuleAnswer: Sendable, Equatable {
  /// The value satisfies the rule.
  case passes
  /// It does not.
  case fails(Failure)
  /// It cannot be told. Rules with rules inside follow three-valued logic: a no of one part holds
  /// whatever another one cannot tell.
  case undecided(Undecided)

  /// A failure; the arguments only where they depend on the value.
  ///
  /// - Parameter code: one of those that the rule documents.
  @inline(__always)
  static func fails(_ code: String, _ arguments: [MessageArgument] = []) -> RuleAnswer {
    .fails(Failure(code, arguments))
  }

  /// Leaves it untold, with the first reason; that something outside did not answer goes before all
  /// others, because it is an error.
  mutating func doubt(_ undecided: Undecided) {
    switch (self, undecided) {
    case (.undecided(.unanswered), _): break
    case (.undecided, .unknown), (.undecided, .filesLeftOut): break
    default: self = .undecided(undecided)
    }
  }
}

/// Why it cannot be told whether a value satisfies a rule.
package enum Undecided: Sendable, Equatable {
  /// What the value is compared with has no value, or a condition is neither true nor false. The rule
  /// counts as skipped.
  case unknown
  /// The run was told to leave out rules that look at files. It counts as skipped.
  case filesLeftOut
  /// Something outside had to answer and did not: an error, unless another part decides. Else a
  /// record would be accepted that nobody looked at.
  case unanswered(Failure)
}
