public import FormRules
import FormStore

/// A rule as described in check reports, such as those for code hosts and build servers.
public struct CheckedRule: Sendable, Equatable {
  /// The rule's identifier.
  public var id: String
  /// The requirement of the rule, as text.
  public var description: String
  /// A summary of the rule's kind, or nil if the requirement comes from the form.
  public var summary: String?
  /// The severity of a failure.
  public var severity: Severity

  fileprivate init(_ id: String, name: String, description: String, _ severity: Severity) {
    self.id = id
    self.description = description
    summary = RuleRegistry.rule(named: name)?.documentation.summary
    self.severity = severity
  }
}

extension FileCheck {
  /// The rules that are evaluated, in order.
  public var rules: [CheckedRule] {
    plan.rules.dropFirst().map { rule in
      CheckedRule(
        rule.id, name: rule.ruleName,
        description: rule.description(
          field: rule.field.map { plan.form.fields[$0] }, in: localization),
        rule.severity)
    }
  }
}

extension CheckedRule {
  /// Creates the description of a stored rule.
  init(_ rule: StoredRule) {
    self.init(rule.id, name: rule.kind, description: rule.description, rule.severity)
  }
}
