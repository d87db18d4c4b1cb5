/// Puts the errors of a plan into words, in one language. The text of each rule and code is looked
/// up and read once, so that a million messages cost little more than their letters. One thread uses
/// it at a time.
package final class PlanMessages {
  private let plan: Plan
  private let localization: Localization
  /// By position of the rule, what was said before.
  private var known: [[(code: String, cause: String?, message: RuleMessage)]]

  package init(_ plan: Plan, in localization: Localization) {
    self.plan = plan
    self.localization = localization
    known = Array(repeating: [], count: plan.rules.count)
  }

  /// The message of a failure of the rule at a position; see `PlanRule.message`.
  package func message(
    ofRule position: Int, code: String, arguments: [MessageArgument] = [], value: String? = nil
  ) -> String {
    let cause = arguments.first { $0.name == RuleCause.keyName }?.value
    if let before = known[position].first(where: { $0.code == code && $0.cause == cause }) {
      return before.message.text(arguments, value: value, localization)
    }
    let rule = plan.rules[position]
    let message = RuleMessage(
      rule, code: code, arguments: arguments, field: rule.field.map { plan.form.fields[$0] },
      localization)
    known[position].append((code, cause, message))
    return message.text(arguments, value: value, localization)
  }
}

/// What one rule says with one code, but for what depends on the value.
struct RuleMessage {
  private let template: MessageTemplate
  private let arguments: [MessageArgument]

  init(
    _ rule: PlanRule, code: String, arguments: [MessageArgument], field: Field?,
    _ localization: Localization
  ) {
    let cause = rule.causes.cause(code, arguments)
    self.arguments =
      (cause?.arguments ?? []) + rule.arguments
      + [
        MessageArgument("label", localization.label(of: field)),
        MessageArgument(RuleCause.failedName, code),
      ]
    template = rule.template(code, cause, field: field, localization)
  }

  func text(
    _ arguments: [MessageArgument], value: String?, _ localization: Localization
  ) -> String {
    let all = arguments + self.arguments + [MessageArgument("value", value ?? "•••")]
    return template.text(all, in: localization)
  }
}
