import FormRules
package import FormStore
import Foundation

/// What it takes to show submissions that were judged by a plan: its rules in words, and which
/// fields are sensitive.
package struct PlanWords {
  /// The rules as stored, by position.
  package let rules: [Int: StoredRule]
  /// Fields that are masked: those of the form's latest version, and of the one that judged.
  package let sensitiveFields: Set<String>
  /// Nil when the stored versions mean nothing to this program; then the stored words are shown.
  private let plan: Plan?
  private let language: String

  /// - Parameter language: the language of messages, where the rule set has them in it.
  package init(plan id: Int64, language: String = "en", in store: Store) throws {
    rules = try store.planRules(id)
    self.language = language
    let versions = try store.versions(ofPlan: id)
    let form = try versions.form.form()
    let latest = try store.version(of: .form, named: versions.form.name)?.form()
    sensitiveFields = Set((form.fields + (latest?.fields ?? [])).filter(\.sensitive).map(\.name))
    plan = (try? versions.rules.ruleSet()).flatMap { try? Plan(form: form, ruleSet: $0) }
  }

  /// An error in words.
  ///
  /// - Parameter value: the text of its field, only when it was asked for.
  package func reported(_ error: StoredError, value: String? = nil) -> ReportedError {
    guard let stored = rules[error.rule] else {
      return ReportedError(
        rule: "unknown", code: error.code ?? "unknown", severity: .error,
        message: "The store does not say which rule failed.")
    }
    let code = error.code ?? stored.code
    return ReportedError(
      rule: error.rule == 0 ? code : stored.id, field: stored.field, code: code,
      severity: Severity(rawValue: stored.severity) ?? .error,
      message: message(of: error, stored, code: code, value: value), value: value)
  }

  private func message(
    of error: StoredError, _ stored: StoredRule, code: String, value: String?
  ) -> String {
    guard let plan, plan.rules.indices.contains(error.rule),
      plan.rules[error.rule].id == stored.id
    else { return stored.words }
    let rule = plan.rules[error.rule]
    return rule.message(
      code: code, arguments: [MessageArgument](json: error.arguments),
      label: rule.field.map { plan.form.fields[$0].displayName }, value: value, language: language)
  }

  /// Whether one of the errors rejects.
  package func reject(_ errors: some Sequence<StoredError>) -> Bool {
    errors.contains { rules[$0.rule]?.severity == Severity.error.rawValue }
  }
}

extension [MessageArgument] {
  /// What a stored error says of its message; an unreadable text says nothing.
  init(json: String?) {
    guard let json,
      let texts = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8))
    else {
      self = []
      return
    }
    self = texts.map { MessageArgument($0.key, $0.value) }
  }
}
