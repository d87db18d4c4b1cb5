/// The results of the examples of one rule set.
public struct ExampleReport: Sendable {
  /// The rule set.
  public var ruleSet: String
  /// The file of the rule set.
  public var file: String
  /// The results of its examples.
  public var outcomes: [ExampleCheck.ExampleOutcome]
}
