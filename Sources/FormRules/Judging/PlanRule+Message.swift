extension PlanRule {
  /// The message of a failure of this rule.
  ///
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - arguments: what depends on the value.
  ///   - field: the field that it is shown at; nil for a record rule.
  ///   - value: the value, only when it was asked for; `{value}` is `•••` otherwise.
  package func message(
    code: String, arguments: [MessageArgument] = [], field: Field?, value: String? = nil,
    in localization: Localization = .english
  ) -> String {
    RuleMessage(self, code: code, arguments: arguments, field: field, localization)
      .text(arguments, value: value, localization)
  }

  /// The languages in which the rule set has messages for this rule.
  package var messageLanguages: [String] { ([own] + causes.map(\.own)).flatMap(\.languages) }

  /// The text of a cause; when nobody has one, the code with the label.
  func template(
    _ code: String, _ cause: RuleCause?, field: Field?, _ localization: Localization
  ) -> MessageTemplate {
    text(code, cause, field, localization).map(MessageTemplate.init(lenient:))
      ?? MessageTemplate(parts: [.argument("label"), .text(": \(code)")])
  }

  /// What the rule set says in the language holds, then what a user's catalogue says of this rule or
  /// field, then the rule set's own message, which is in whatever language its author wrote; then
  /// that of a preset; then a user's catalogue by the code, and formrec's own text.
  private func text(
    _ code: String, _ cause: RuleCause?, _ field: Field?, _ localization: Localization
  ) -> String? {
    own.text(of: cause, code, in: localization)
      ?? localization.message(code, ofRule: id, field: field)
      ?? cause.flatMap { localization.message($0.source, ofRule: id, field: field) }
      ?? own.text(of: cause, code) ?? cause?.presetText(in: localization)
      ?? localization.message(code) ?? cause.flatMap { localization.message($0.source) }
      ?? cause?.english
  }

  /// The rule in words, with its fixed arguments filled in: what is stored, in English, for those
  /// who read the database with SQL. It has the messages of every rule inside.
  package func words(field: Field?, in localization: Localization = .english) -> String {
    var sentences: [String] = []
    for part in Set(causes.map(\.part)).sorted() {
      let messages = causes.filter { $0.part == part }.map { cause in
        let label = MessageArgument("label", localization.label(of: field))
        return FixedMessage(
          template: template(cause.code, cause, field: field, localization),
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

/// A message with what fills it whatever the value.
private struct FixedMessage {
  let template: MessageTemplate
  /// What formrec itself says: a rule set's own "from 16 to 99" names no bound by its parameter.
  let documented: MessageTemplate
  let arguments: [MessageArgument]

  /// The parameters that it is about, and whether something is wanting.
  private var parameters: (names: Set<String>, isWhole: Bool) {
    let shown = Set(template.shownNames + documented.shownNames).subtracting(["label", "value"])
    let known = Set(arguments.filter { !$0.value.isEmpty }.map(\.name))
    return (shown, shown.isSubset(of: known))
  }

  /// Those that are about a parameter that none before was about: a length has a message for its
  /// minimum and one for its maximum. Otherwise the first, or what comes nearest to being whole.
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
  /// What a preset says.
  fileprivate func presetText(in localization: Localization) -> String? {
    own.text(of: self, code, in: localization) ?? own.text(of: self, code)
      ?? own.borrowed.map { localization.message(of: $0) }
  }
}
