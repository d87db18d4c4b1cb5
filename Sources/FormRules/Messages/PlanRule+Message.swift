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

  /// The text of a code; when nobody has one, the code with the label.
  ///
  /// - Parameter arguments: those that will fill it.
  func template(
    _ code: String, filledBy arguments: [MessageArgument], field: Field?,
    _ localization: Localization
  ) -> MessageTemplate {
    template(code, field, localization)
      // A code of the rule set's own stands for all of the rule's.
      ?? onlyTemplate(filledBy: arguments, field, localization)
      ?? MessageTemplate(parts: [.argument("label"), .text(": \(code)")])
  }

  /// What the rule set says in the language holds, then what a user's catalogue says of this rule or
  /// field, then the rule set's own message, which is in whatever language its author wrote; then a
  /// user's catalogue by the code, and formrec's own text.
  private func template(
    _ code: String, _ field: Field?, _ localization: Localization
  ) -> MessageTemplate? {
    let text =
      localization.text(messages) ?? localization.message(code, ofRule: id, field: field)
      ?? message ?? localization.message(code) ?? codes.first { $0.code == code }?.message
    return text.map(MessageTemplate.init(lenient:))
  }

  /// The message of the one code of the rule that the arguments fill; nil when there are several.
  private func onlyTemplate(
    filledBy arguments: [MessageArgument], _ field: Field?, _ localization: Localization
  ) -> MessageTemplate? {
    let names = Set(arguments.map(\.name) + ["value"])
    let filled = codes.compactMap { template($0.code, field, localization) }
      .filter { names.isSuperset(of: $0.names) }
    return filled.count == 1 ? filled[0] : nil
  }

  /// The rule in words, with its fixed arguments filled in: what is stored, in English, for those
  /// who read the database with SQL. Of several messages the one that these arguments fill best is
  /// taken; what depends on the value stands as `…`.
  package func words(field: Field?, in localization: Localization = .english) -> String {
    let label = MessageArgument("label", localization.label(of: field))
    let known = arguments + [label, MessageArgument("value", "•••")]
    func missing(_ template: MessageTemplate) -> Int {
      template.names.count { name in !known.contains { $0.name == name } }
    }
    let best = codes.compactMap { template($0.code, field, localization) }
      .min { missing($0) < missing($1) }
    return best?.text(known, in: localization, orElse: "…") ?? localization.term("readable")
  }
}
