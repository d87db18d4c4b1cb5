// The meaning of an entry, both in a rule set and inside another rule.
extension RuleEntry {
  /// The keys of the modifiers that the entry has.
  package var modifierNames: [String] {
    let all: [(key: String, isSaid: Bool)] = [
      ("id", id != nil), ("message", message != nil || !causeMessages.isEmpty),
      ("message.", !messageTranslations.isEmpty || !causeMessageTranslations.isEmpty),
      ("code", code != nil || !codes.isEmpty), ("severity", severity != .error),
      ("when", when != nil), ("needs", !needs.isEmpty), ("scenarios", !scenarios.isEmpty),
      ("empty", empty != nil), ("trim", trim != nil), ("stop", stop != nil), ("at", at != nil),
      (Self.messageCodeKey, messageCode != nil),
    ]
    return all.filter(\.isSaid).map(\.key)
  }

  /// Returns whether a rule inside `outer` may have the modifier. Other modifiers belong to the
  /// containing rule; so do messages if no failure of a nested rule is ever shown.
  static func isModifier(_ key: String, inside outer: any Rule.Type) -> Bool {
    key == "trim" || key == "code"
      || (key == messageCodeKey || key.hasPrefix("message")) && outer.usesNestedCodes
  }

  /// Returns the error message for a modifier that is not allowed there.
  static func misplaced(_ key: String, inside outer: any Rule.Type) -> String {
    "'\(key)' is not allowed inside '\(outer.name)'; move it next to '\(outer.name)'"
  }

  /// The messages by cause and language.
  var messagesOfCauses: CauseMessages {
    CauseMessages(
      message: message, messages: messageTranslations, byCode: causeMessages,
      byCodeInLanguages: causeMessageTranslations)
  }

  /// Returns the code of errors with a cause.
  func code(of cause: RuleCause) -> String {
    // The entry's own code does not replace the code of an unanswered request.
    codes[cause.code] ?? (cause.isUnanswered ? nil : code) ?? cause.code
  }

  /// Checks the codes that the entry refers to, and the names in messages of rules with nested
  /// rules. Both are known only after the rule is bound.
  func checkMessages(of rule: any Rule) throws(DefinitionError) {
    let single = [causeMessages] + causeMessageTranslations.values
    let known = rule.knownCodes
    for code in Set(single.flatMap(\.keys) + codes.keys).sorted() where !known.contains(code) {
      throw .unknown("code of '\(self.rule)':", code, known: known, at: location)
    }
    guard type(of: rule).usesNestedCodes else { return }
    let names = rule.messageNames
    let texts =
      [message].compactMap { $0 } + messageTranslations.values + single.flatMap(\.values)
    for name in texts.flatMap({ MessageTemplate(lenient: $0).names }).sorted()
    where !names.contains(name) {
      throw .unknown("name in a message:", name, known: names, at: location)
    }
  }
}
