import FormRules

extension DefinitionReader {
  /// A rule: its bare name, or a mapping with its name and what modifies it.
  mutating func ruleEntry(_ node: DefinitionNode, ofRecord: Bool) -> RuleEntry? {
    guard case .mapping(let entries) = node.content else {
      guard let name = text(node, "a rule"), isRule(name, at: node.location) else { return nil }
      return RuleEntry(name, location: node.location)
    }
    let (modifiers, others) = entries.partitioned { Self.isModifier($0.key) }
    guard let rule = rule(among: others, at: node.location) else { return nil }
    var entry = RuleEntry(
      rule.key, parameters(of: rule, among: others), location: rule.keyLocation)
    // `email: {profile: html}` is `email: html`.
    entry.parameters = entry.usualParameters
    for modifier in modifiers {
      apply(modifier, to: &entry)
      if modifier.key == "at", !ofRecord {
        note("'at' is for rules under record; take it out", at: modifier.keyLocation)
      }
    }
    return entry
  }

  private static func isModifier(_ key: String) -> Bool {
    RuleEntry.modifierKeys.contains(key) || key.hasPrefix("message.")
  }

  private mutating func isRule(_ name: String, at location: SourceLocation) -> Bool {
    if knownRuleSet.contains(name) { return true }
    noteUnknown("rule", name, known: knownRules, at: location)
    return false
  }

  /// The one key that names a rule.
  private mutating func rule(
    among entries: [DefinitionNode.Entry], at location: SourceLocation
  ) -> DefinitionNode.Entry? {
    let named = entries.filter { knownRuleSet.contains($0.key) }
    // Some parameters have the name of a rule: `ascii` beside `characters` is one of its own.
    let rules = named.filter { entry in
      !named.contains { RuleRegistry.isParameter(entry.key, of: $0.key) }
    }
    if rules.count > 1 {
      note(
        "two rules in one entry, '\(rules[0].key)' and '\(rules[1].key)'; "
          + "begin a new item (-) for the second", at: rules[1].keyLocation)
      return nil
    }
    if let rule = rules.first { return rule }
    if entries.isEmpty {
      note("a rule entry must name a rule", at: location)
    } else if hasRoom {
      // The likeliest to be a rule's name with a slip.
      let entry = entries.first { knownRules.nearest(to: $0.key) != nil } ?? entries[0]
      noteUnknown("rule", entry.key, known: knownRules, at: entry.keyLocation)
    }
    return nil
  }

  /// The rule's parameters: its value, and the keys beside it that modify nothing, such as `mode` in
  /// `{pattern: x, mode: search}`. They are put in the order of their keys.
  private mutating func parameters(
    of rule: DefinitionNode.Entry, among entries: [DefinitionNode.Entry]
  ) -> DefinitionNode? {
    let others = entries.filter { $0.key != rule.key }
    guard !others.isEmpty else { return rule.value.isNull ? nil : rule.value.sortedByKey }
    let parameters: [DefinitionNode.Entry]
    switch rule.value.content {
    case _ where rule.value.isNull: parameters = []
    case .mapping(let mapping): parameters = mapping
    case .scalar, .sequence:
      parameters = [.init(RuleEntry.mainParameter, at: rule.value.location, rule.value)]
    }
    let inside = Set(parameters.map(\.key))
    for other in others where inside.contains(other.key) {
      note(
        "'\(other.key)' stands in the parameters of '\(rule.key)' and beside them; keep one",
        at: other.keyLocation)
    }
    return DefinitionNode(.mapping(parameters + others), at: rule.value.location).sortedByKey
  }

  private mutating func apply(_ modifier: DefinitionNode.Entry, to entry: inout RuleEntry) {
    let (key, node) = (modifier.key, modifier.value)
    switch key {
    case "id": entry.id = identifier(node, key)
    case "message":
      let (general, single) = messages(node, key, of: entry.rule, language: "en")
      entry.message = general
      entry.causeMessages = single
    case "code":
      guard case .mapping = node.content else {
        entry.code = identifier(node, key)
        break
      }
      entry.codes = byCode(node, key, of: entry.rule) { reader, name in
        reader.identifier(name, key)
      }
      entry.code = entry.codes.removeValue(forKey: RuleEntry.otherCode)
    case "severity": entry.severity = choice(node, key) ?? .error
    case "when": entry.when = word(node, key).map { Located($0, at: node.location) }
    case "needs": entry.needs = texts(node, key) ?? []
    case "scenarios": entry.scenarios = texts(node, key)?.map(\.value) ?? []
    case "empty": entry.empty = choice(node, key)
    case "trim": entry.trim = flag(node, key)
    case "stop": entry.stop = choice(node, key)
    case "at": entry.at = word(node, key).map { Located($0, at: node.location) }
    default:
      guard let language = language(of: modifier, after: "message.") else { return }
      let (general, single) = messages(node, key, of: entry.rule, language: language)
      entry.messages[language] = general
      if !single.isEmpty { entry.causeMessagesInLanguages[language] = single }
    }
  }

  /// A message for all codes of a rule, or a mapping of codes to messages.
  private mutating func messages(
    _ node: DefinitionNode, _ key: String, of rule: String, language: String
  ) -> (general: String?, single: [String: String]) {
    let names = MessageCodes.names(ofRule: rule)
    guard case .mapping = node.content else {
      return (message(node, key, language: language, names: names), [:])
    }
    var single = byCode(node, key, of: rule) { reader, text in
      reader.message(text, key, language: language, names: names)
    }
    return (single.removeValue(forKey: RuleEntry.otherCode), single)
  }

  /// A mapping of a rule's codes, and `other` for the rest of them. The codes of rules inside a rule
  /// are looked at when it is bound.
  private mutating func byCode(
    _ node: DefinitionNode, _ key: String, of rule: String,
    _ read: (inout DefinitionReader, DefinitionNode) -> String?
  ) -> [String: String] {
    let known = RuleRegistry.rule(named: rule)?.documentation.codes.map(\.code) ?? []
    var texts: [String: String] = [:]
    for entry in entries(node, key) ?? [] {
      if known.isEmpty || entry.key == RuleEntry.otherCode || known.contains(entry.key) {
        texts[entry.key] = read(&self, entry.value)
      } else {
        noteUnknown("code of '\(rule)':", entry.key, known: known, at: entry.keyLocation)
      }
    }
    return texts
  }

  /// An id or code of one's own.
  private mutating func identifier(_ node: DefinitionNode, _ what: String) -> String? {
    guard let text = word(node, what), isFit(text, what, at: node.location) else { return nil }
    return text
  }
}

extension Array {
  fileprivate func partitioned(by belongs: (Element) -> Bool) -> (first: Self, rest: Self) {
    (filter(belongs), filter { !belongs($0) })
  }
}
