/// Decides whether a change of a text is taken while somebody types it.
///
/// A change is refused when the new text breaks a rule that the old one did not break, so what is
/// wrong already can be mended step by step. Taking something out is always allowed. An empty text is
/// judged too: `.length(min: 5)` is broken before the first character, and hinders nobody.
public struct TypingGate: Sendable {
  private let validation: PlanValidation

  /// A gate of rules; those of severity `error` count.
  ///
  /// - Throws: `DefinitionErrors` with everything that is wrong with the rules.
  public init(_ rules: RuleEntry...) throws(DefinitionErrors) { try self.init(rules) }

  /// The same with the rules in an array.
  public init(_ rules: [RuleEntry]) throws(DefinitionErrors) {
    let field = Field(name: "value", type: .text)
    let rules = rules.enumerated().map { index, rule in rule.validatesEmpty().id("\(index)") }
    validation = try PlanValidation(
      Form(name: "value", fields: [field]),
      RuleSet(
        name: "value", form: "value", fields: [FieldRules(field: "value", rules: rules)]))
  }

  /// Whether a control may show the new text in place of the old one.
  public func allows(_ new: String, after old: String) -> Bool {
    if new.isDeletion(from: old) { return true }
    let call = ValidationCall(language: .english)
    let broken = validation.findings(in: [[old], [new]], call).map {
      Set($0.failures.filter { $0.severity.rejects }.map(\.rule))
    }
    return broken[1].isSubset(of: broken[0])
  }
}

extension String {
  /// Whether it is the old text without one piece of it.
  func isDeletion(from old: String) -> Bool {
    let start = zip(self, old).prefix { $0 == $1 }.count
    let end = zip(reversed(), old.reversed()).prefix { $0 == $1 }.count
    return count < old.count && start + end >= count
  }
}
