/// A regular expression of the simple kind: characters, classes, groups, alternatives and
/// quantifiers. Most patterns of forms consist of these, and an automaton can match them.
indirect enum PatternSyntax {
  /// One character of a set.
  case character(ScalarSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// A repetition. A nil maximum means any number.
  case repetition(PatternSyntax, least: Int, most: Int?)
}

#if PCRE2
  extension PatternSyntax {
    /// Whether the pattern has more than one way to match a text.
    var hasChoices: Bool {
      switch self {
      case .character: false
      case .sequence(let parts): parts.contains(where: \.hasChoices)
      case .alternatives, .repetition: true
      }
    }
  }
#endif
