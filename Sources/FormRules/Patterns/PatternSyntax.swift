/// A regular expression of the simple kind: characters, classes, groups, alternatives and
/// quantifiers. Most patterns of forms consist of these, and an automaton can match them.
indirect enum PatternSyntax {
  /// One character of a set.
  case character(ScalarSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  case repetition(PatternSyntax, PatternQuantifier)
}

/// The number of repetitions.
struct PatternQuantifier {
  var minimum: Int
  /// Nil for any number.
  var maximum: Int?
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
