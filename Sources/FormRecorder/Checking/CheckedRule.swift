public import FormRules
import FormStore

/// A rule as reports on files name it, such as those of code hosts and build servers.
public struct CheckedRule: Sendable, Equatable {
  /// Its id.
  public var id: String
  /// What it asks for, in words.
  public var words: String
  /// What rules of its kind ask for; nil when the form demands it.
  public var summary: String?
  /// What a failure means.
  public var severity: Severity

  fileprivate init(_ id: String, name: String, words: String, _ severity: Severity) {
    self.id = id
    self.words = words
    summary = RuleRegistry.rule(named: name)?.documentation.summary
    self.severity = severity
  }
}

extension FileCheck {
  /// The rules that it asks, in their order.
  public var rules: [CheckedRule] {
    plan.rules.dropFirst().map { rule in
      CheckedRule(
        rule.id, name: rule.ruleName,
        words: rule.words(field: rule.field.map { plan.form.fields[$0] }, in: localization),
        rule.severity)
    }
  }
}

extension CheckedRule {
  /// A stored rule.
  init(_ rule: StoredRule) {
    self.init(rule.id, name: rule.kind, words: rule.words, rule.severity)
  }
}
