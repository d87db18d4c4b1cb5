/// Formats the errors of a plan as messages in one language. The template of each rule and code is
/// looked up and parsed once, so that a million messages cost little more than their text. Must be
/// used by only one thread at a time.
package final class PlanMessages {
  private let plan: Plan
  package let localization: Localization
  /// The messages created so far, by rule position.
  private var known: [[Known]]

  private struct Known {
    let code: String
    let cause: String?
    let message: RuleMessage
    /// The text of failures without arguments, if the value is not shown.
    var plain: String?
  }

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
    let index = index(of: code, cause: cause, ofRule: position, arguments)
    let isPlain = arguments.isEmpty && value == nil
    if isPlain, let text = known[position][index].plain { return text }
    let text = known[position][index].message.text(arguments, value: value, localization)
    if isPlain { known[position][index].plain = text }
    return text
  }

  /// The index of a message in `known`, which is created if it is missing.
  private func index(
    of code: String, cause: String?, ofRule position: Int, _ arguments: [MessageArgument]
  ) -> Int {
    if let index = known[position].firstIndex(where: { $0.code == code && $0.cause == cause }) {
      return index
    }
    let rule = plan.rules[position]
    let message = RuleMessage(
      rule, code: code, arguments: arguments, field: rule.field.map { plan.form.fields[$0] },
      localization)
    known[position].append(Known(code: code, cause: cause, message: message))
    return known[position].count - 1
  }
}

/// The message of a rule for a code, except for the parts that depend on the value.
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
    template = rule.template(code, cause, field: field, in: localization)
  }

  func text(
    _ arguments: [MessageArgument], value: String?, _ localization: Localization
  ) -> String {
    // Without the value, no other submitted value is shown either.
    let shown = value == nil ? arguments.filter { !$0.isSubmitted } : arguments
    let all = shown + self.arguments + [MessageArgument("value", value ?? "•••")]
    return template.text(all, in: localization)
  }
}
