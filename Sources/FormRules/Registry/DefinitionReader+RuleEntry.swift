// Reads the rules of rule sets, of presets and inside other rules.
extension DefinitionReader {
  /// The part of a definition that contains a rule.
  package enum RuleParent {
    case field
    case record
    /// Nested in another rule.
    case inside(any Rule.Type)
  }

  /// Reads a rule: its bare name, or a mapping with its name, its parameters and its modifiers.
  package mutating func ruleEntry(_ node: DefinitionNode, in parent: RuleParent) -> RuleEntry? {
    guard case .mapping(let entries) = node.content else {
      guard let name = text(node, "a rule"), isRule(name, at: node.location) else { return nil }
      return RuleEntry(name, location: node.location)
    }
    let (modifiers, others) = entries.partitioned { parent.isModifier($0.key) }
    guard let rule = rule(among: others, at: node.location) else { return nil }
    var entry = RuleEntry(rule.key, parameters(of: rule, among: others), location: rule.keyLocation)
    if let type = RuleRegistry.rule(named: rule.key),
      type.documentation.consistsOfRules
    {
      if let list = entry.parameters { entry.rules = rules(list, inside: type) }
      // A list that has errors is read incompletely.
      if !entry.rules.isEmpty { entry.parameters = nil }
    } else {
      // `email: {profile: html}` is the same as `email: html`.
      entry.parameters = entry.normalizedParameters
    }
    for modifier in modifiers where !isFilledLater(modifier.value) {
      switch parent {
      case .field where modifier.key == "at":
        report(
          "'at' requires a rule of record; remove it", .misplaced("at"), at: modifier.keyLocation)
      case .inside(let outer) where !RuleEntry.isModifier(modifier.key, inside: outer):
        report(
          RuleEntry.misplaced(modifier.key, inside: outer), .misplaced(modifier.key),
          at: modifier.keyLocation)
      default: apply(modifier, to: &entry)
      }
    }
    return entry
  }

  /// Reads the nested rules of a rule: a list, or a single rule, possibly as the value of `rules`.
  package mutating func rules(_ node: DefinitionNode, inside outer: any Rule.Type) -> [RuleEntry] {
    if isFilledLater(node) { return [] }
    depth += 1
    defer { depth -= 1 }
    guard depth <= RuleEntry.maximumLevels else {
      if hasRoom { errors.append(.nestedTooDeep(outer.name, at: node.location)) }
      return []
    }
    let items: [DefinitionNode]
    switch node.content {
    case .mapping(let entries):
      let names = [NestedRules.parameter, RuleEntry.mainParameter]
      if let list = entries.first(where: { names.contains($0.key) }) {
        for other in entries where other.key != list.key {
          reportUnknown(
            "parameter of '\(outer.name)':", other.key, known: [NestedRules.parameter],
            at: other.keyLocation)
        }
        depth -= 1
        defer { depth += 1 }
        return rules(list.value, inside: outer)
      }
      items = [node]
    case .sequence(let list): items = list
    case .scalar: items = [node]
    }
    if items.isEmpty {
      report("'\(outer.name)': requires at least one rule", .missing(nil), at: node.location)
    }
    return items.compactMap { ruleEntry($0, in: .inside(outer)) }
  }

  /// Returns whether an argument of a preset will replace this node.
  private func isFilledLater(_ node: DefinitionNode) -> Bool {
    guard isOfPreset, case .mapping(let entries) = node.content else { return false }
    return entries.count == 1 && entries[0].key == Preset.argumentKey
  }

  private mutating func isRule(_ name: String, at location: DefinitionLocation) -> Bool {
    if knownRuleSet.contains(name) { return true }
    reportUnknown("rule", name, known: knownRules, at: location)
    return false
  }

  /// Returns the entry whose key names the rule.
  private mutating func rule(
    among entries: [DefinitionNode.Entry], at location: DefinitionLocation
  ) -> DefinitionNode.Entry? {
    let named = entries.filter { knownRuleSet.contains($0.key) }
    // Some parameters have the name of a rule: `ascii` next to `characters` is its parameter.
    let rules = named.filter { entry in
      !named.contains { RuleRegistry.isParameter(entry.key, of: $0.key) }
    }
    if rules.count > 1 {
      report(
        "two rules in one entry, '\(rules[0].key)' and '\(rules[1].key)'; "
          + "begin a new item (-) for the second", .conflict, at: rules[1].keyLocation)
      return nil
    }
    if let rule = rules.first { return rule }
    if entries.isEmpty {
      report("a rule entry must contain a rule", .missing(nil), at: location)
    } else if hasRoom {
      // The key that is most likely a misspelled rule name.
      let entry = entries.first { knownRules.nearest(to: $0.key) != nil } ?? entries[0]
      reportUnknown("rule", entry.key, known: knownRules, at: entry.keyLocation)
    }
    return nil
  }

  /// Returns the rule's parameters: its value, and the adjacent keys that are not modifiers, such
  /// as `mode` in `{pattern: x, mode: search}`.
  ///
  /// They are sorted by key.
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
      report(
        "'\(other.key)' occurs both inside and next to the parameters of '\(rule.key)'; keep one",
        .duplicate(other.key), at: other.keyLocation)
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
    case RuleEntry.messageCodeKey:
      entry.messageCode = word(node, key).map { Located($0, at: node.location) }
    default:
      guard let language = language(of: modifier, after: "message.") else { return }
      let (general, single) = messages(node, key, of: entry.rule, language: language)
      entry.messageTranslations[language] = general
      if !single.isEmpty { entry.causeMessageTranslations[language] = single }
    }
  }

  /// Reads a message for all codes of a rule, or a mapping of codes to messages.
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

  /// Reads a mapping of a rule's codes, with `other` for the remaining ones.
  ///
  /// The codes of nested rules are checked during binding.
  private mutating func byCode(
    _ node: DefinitionNode, _ key: String, of rule: String,
    read: (inout DefinitionReader, DefinitionNode) -> String?
  ) -> [String: String] {
    let known = RuleRegistry.rule(named: rule)?.documentation.codes.map(\.code) ?? []
    var texts: [String: String] = [:]
    for entry in entries(node, key) ?? [] {
      if known.isEmpty || entry.key == RuleEntry.otherCode || known.contains(entry.key) {
        texts[entry.key] = read(&self, entry.value)
      } else {
        reportUnknown("code of '\(rule)':", entry.key, known: known, at: entry.keyLocation)
      }
    }
    return texts
  }

  /// Reads and checks a message; notes errors in its braces, plurals and names.
  ///
  /// - Parameters:
  ///   - names: The names that it may use; nil if they are not known yet.
  package mutating func message(
    _ node: DefinitionNode, _ what: String, language: some StringProtocol, names: [String]?
  ) -> String? {
    guard let text = text(node, what) else { return nil }
    if let problem = MessageTemplate.problem(of: text, what, language: language, names: names) {
      report(problem, at: node.location)
    }
    return text
  }

  /// Returns the language of a key such as `message.de`.
  package mutating func language(of entry: DefinitionNode.Entry, after prefix: String) -> String? {
    let language = entry.key.dropFirst(prefix.count)
    if Localization.isTag(language) { return String(language) }
    report(
      "'\(entry.key)': \(prefix)LANGUAGE requires a language code such as de or pt-BR",
      at: entry.keyLocation)
    return nil
  }

  /// Reads a custom id or code.
  private mutating func identifier(_ node: DefinitionNode, _ what: String) -> String? {
    guard let text = word(node, what), fitsOneLine(text, what, at: node.location) else {
      return nil
    }
    return text
  }
}

extension DefinitionReader.RuleParent {
  fileprivate func isModifier(_ key: String) -> Bool {
    if case .inside = self, key == RuleEntry.messageCodeKey { return true }
    return RuleEntry.modifierKeys.contains(key) || key.hasPrefix("message.")
  }
}

extension Array {
  fileprivate func partitioned(by belongs: (Element) -> Bool) -> (first: Self, rest: Self) {
    (filter(belongs), filter { !belongs($0) })
  }
}
