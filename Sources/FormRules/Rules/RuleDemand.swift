/// What a rule needs from outside, beyond the record and the rule set. FormRules does no input or
/// output: the program that judges supplies it, or the rule is left out and counted as skipped.
public enum RuleDemand: Sendable, Hashable {
  /// The files that fields name by path.
  case files
  /// A predicate that the program registered by that name.
  case predicate(String)
}
