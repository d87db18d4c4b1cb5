public import FormRules

/// Decides whether to accept a change of a text while the user types.
///
/// A change is refused if the new text breaks a rule that the old text did not break, so that an
/// invalid text can be corrected step by step. Deletions are always allowed. Empty texts are
/// evaluated as well: `.length(min: 5)` is broken before the first character and therefore refuses
/// nothing.
public struct InputFilter: Sendable {
  private let validation: PlanValidation

  /// Creates an input filter from rules. Only rules with severity `error` apply.
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
  public init(_ rules: RuleEntry...) throws(DefinitionErrors) { try self.init(rules) }

  /// Creates an input filter from rules in an array.
  public init(_ rules: [RuleEntry]) throws(DefinitionErrors) {
    let field = Field(name: "value", type: .text)
    let rules = rules.enumerated().map { index, rule in rule.validatesEmpty().id("\(index)") }
    validation = try PlanValidation(
      Form(name: "value", fields: [field]),
      RuleSet(
        name: "value", form: "value", fields: [FieldRules(field: "value", rules: rules)]))
  }

  /// Whether a control may replace the old text with the new one.
  public func allows(_ new: String, after old: String) -> Bool {
    if new.isDeletion(from: old) { return true }
    let call = ValidationCall(language: .english)
    let texts = [old, new]
    let broken = validation.results(of: 2, call) { record, _ in texts[record] }.map {
      Set($0.failures.filter { $0.severity.rejects }.map(\.rule))
    }
    return broken[1].isSubset(of: broken[0])
  }
}

extension String {
  /// Whether the text is the old text with one contiguous part removed.
  func isDeletion(from old: String) -> Bool {
    let start = zip(self, old).prefix { $0 == $1 }.count
    let end = zip(reversed(), old.reversed()).prefix { $0 == $1 }.count
    return count < old.count && start + end >= count
  }
}
