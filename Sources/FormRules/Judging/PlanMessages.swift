/// Formats the errors of a plan as messages in one language. The template of each rule and code is
/// looked up and parsed once, so that a million messages cost little more than their text. Must be
/// used by only one thread at a time.
package final class PlanMessages {
  private let plan: Plan
  let localization: Localization
  /// The messages created so far, by rule position.
  private var known: [[(code: String, cause: String?, message: RuleMessage)]]

  package init(_ plan: Plan, in localization: Localization) {
    self.plan = plan
    self.localization = localization
    known = Array(repeating: [], count: plan.rules.count)
  }

  /// The message of a failure of a rule. See `PlanRule.message`.
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

/// The message of a rule for a code, except for the parts that depend on the value.
struct RuleMessage {
  private let template: MessageTemplate
  private let arguments: [MessageArgument]
  /// The message without the value, if the failure has no arguments.
  private let plain: String

  init(
    _ rule: PlanRule, code: String, arguments: [MessageArgument], field: Field?,
    _ localization: Localization
  ) {
    let cause = rule.causes.cause(code, arguments)
    let own =
      (cause?.arguments ?? []) + rule.arguments
      + [
        MessageArgument("label", localization.label(of: field)),
        MessageArgument(RuleCause.failedName, code),
      ]
    template = rule.template(code, cause, field: field, in: localization)
    plain = template.text(own + [Self.hiddenValue], in: localization)
    self.arguments = own
  }

  private static let hiddenValue = MessageArgument("value", "•••")

  func text(
    _ arguments: [MessageArgument], value: String?, _ localization: Localization
  ) -> String {
    // Without the value, no other submitted value is shown either.
    let shown = value == nil ? arguments.filter { !$0.isSubmitted } : arguments
    if value == nil, shown.isEmpty { return plain }
    let value = value.map { MessageArgument("value", $0) } ?? Self.hiddenValue
    return template.text(shown + self.arguments + [value], in: localization)
  }
}
