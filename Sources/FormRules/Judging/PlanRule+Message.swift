extension PlanRule {
  /// The message of a failure of this rule.
  ///
  /// - Parameters:
  ///   - code: The error code.
  ///   - arguments: The arguments that depend on the value.
  ///   - field: The field at which the error is shown, or nil for a record rule.
  ///   - value: The value, if requested. Otherwise `{value}` is `•••`.
  package func message(
    code: String, arguments: [MessageArgument] = [], field: Field?, value: String? = nil,
    in localization: Localization = .english
  ) -> String {
    RuleMessage(self, code: code, arguments: arguments, field: field, localization)
      .text(arguments, value: value, localization)
  }

  /// The languages in which the rule set has messages for this rule.
  package var messageLanguages: [String] {
    ([messages] + causes.map(\.messages)).flatMap(\.languages)
  }

  /// The template of a cause, or a template with the label and the code if there is no text.
  func template(
    _ code: String, _ cause: RuleCause?, field: Field?, in localization: Localization
  ) -> MessageTemplate {
    text(code, cause, field: field, in: localization).map(MessageTemplate.init(lenient:))
      ?? MessageTemplate(parts: [.argument("label"), .text(": \(code)")])
  }

  /// The text of a cause. The rule set's text in this language takes precedence, followed by a user
  /// catalogue's text for this rule or field, the rule set's own message in its author's language,
  /// the message of a preset, a user catalogue's text for the code, and formrec's own text.
  private func text(
    _ code: String, _ cause: RuleCause?, field: Field?, in localization: Localization
  ) -> String? {
    messages.text(of: cause, code, in: localization)
      ?? localization.message(code, ofRule: id, field: field)
      ?? cause.flatMap { localization.message($0.source, ofRule: id, field: field) }
      ?? messages.text(of: cause, code) ?? cause?.presetText(at: field, in: localization)
      ?? localization.message(code, at: field)
      ?? cause.flatMap { localization.message($0.source, at: field, orEnglish: $0.english) }
  }

  /// A description of the rule with its constant arguments filled in. It is stored in English, for
  /// readers of the database with SQL. It includes the messages of nested rules.
  package func description(
    field: Field?, in localization: Localization = .english
  ) -> String {
    var sentences: [String] = []
    for nestedRule in Set(causes.map(\.nestedRule)).sorted() {
      let messages = causes.filter { $0.nestedRule == nestedRule }.map { cause in
        let label = MessageArgument("label", localization.label(of: field))
        return FixedMessage(
          template: template(cause.code, cause, field: field, in: localization),
          documented: MessageTemplate(lenient: cause.english),
          arguments: cause.arguments + arguments + [label, MessageArgument("value", "•••")])
      }
      for message in FixedMessage.best(of: messages) {
        let text = message.template.text(message.arguments, in: localization, orElse: "…")
        if !sentences.contains(text) { sentences.append(text) }
      }
    }
    return sentences.isEmpty
      ? localization.term("readable") : sentences.joined(separator: localization.sentenceSeparator)
  }
}

/// A message with the arguments that do not depend on the value.
private struct FixedMessage {
  let template: MessageTemplate
  /// formrec's own message. A rule set's own text, such as "from 16 to 99", need not contain the
  /// parameters.
  let documented: MessageTemplate
  let arguments: [MessageArgument]

  /// The parameters in the message, and whether all of them have values.
  private var parameters: (names: Set<String>, isWhole: Bool) {
    let shown = Set(template.shownNames + documented.shownNames).subtracting(["label", "value"])
    let known = Set(arguments.filter { !$0.value.isEmpty }.map(\.name))
    return (shown, shown.isSubset(of: known))
  }

  /// The messages that add a parameter: a length has one message for its minimum and one for its
  /// maximum. If there are none, the first message, or the most complete one.
  static func best(of messages: [FixedMessage]) -> [FixedMessage] {
    var shown: Set<String> = []
    var best: [FixedMessage] = []
    for message in messages {
      let (names, isWhole) = message.parameters
      guard isWhole, !names.isSubset(of: shown) else { continue }
      shown.formUnion(names)
      best.append(message)
    }
    return best.isEmpty ? [messages.first { $0.parameters.isWhole } ?? messages[0]] : best
  }
}

extension RuleCause {
  /// The message of a preset.
  fileprivate func presetText(at field: Field?, in localization: Localization) -> String? {
    messages.text(of: self, code, in: localization) ?? messages.text(of: self, code)
      ?? messages.messageCode.flatMap {
        localization.message($0.code, at: field, orEnglish: $0.message)
      }
  }
}
