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
  ///
  /// - Throws: `DefinitionErrors` with all errors if the rules are invalid.
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
    let call = ValidationCall(localization: .english)
    return validation.refusals(ofField: 0, call, before: [old], after: [new]).isEmpty
  }
}

extension PlanValidation {
  /// The failures with severity `error` for which a change of a field is refused: those of rules
  /// that the field did not fail before. None for a deletion.
  ///
  /// - Parameters:
  ///   - before: The values of the plan's fields before the change.
  ///   - after: The values after the change.
  func refusals(
    ofField field: Int, _ call: ValidationCall, before: [(any FormValue)?],
    after: [(any FormValue)?]
  ) -> [ValidationError] {
    if (after[field]?.formText ?? "").isDeletion(from: before[field]?.formText ?? "") { return [] }
    let name = plan.form.fields[field].name
    let records = [before, after]
    let failures = results(of: 2, call) { records[$0][$1] }.map { result in
      result.failures.filter { $0.field == name && $0.severity.rejects }
    }
    let earlier = Set(failures[0].map(\.rule))
    return failures[1].filter { !earlier.contains($0.rule) }
  }
}

extension String {
  /// Whether the text is the old text with one contiguous part removed.
  fileprivate func isDeletion(from old: String) -> Bool {
    let start = zip(self, old).prefix { $0 == $1 }.count
    let end = zip(reversed(), old.reversed()).prefix { $0 == $1 }.count
    return count < old.count && start + end >= count
  }
}
