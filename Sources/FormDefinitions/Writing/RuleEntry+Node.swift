package import FormRules

extension RuleEntry {
  /// The messages in written form: `message`, and `message.LANGUAGE` in the order of the languages.
  /// Each is a text, or a mapping of codes to texts.
  var messageNodes: [DefinitionNode.Entry] {
    let languages = Set(messageTranslations.keys).union(causeMessageTranslations.keys)
    let texts =
      [("message", message, causeMessages)]
      + languages.sorted().map {
        ("message.\($0)", messageTranslations[$0], causeMessageTranslations[$0] ?? [:])
      }
    return texts.compactMap { key, text, causes in
      Self.node(text, causes).map { DefinitionNode.Entry(key, $0) }
    }
  }

  /// The codes in written form: a name, or a mapping of codes to names.
  var codeNode: DefinitionNode? { Self.node(code, codes) }

  private static func node(_ general: String?, _ single: [String: String]) -> DefinitionNode? {
    if single.isEmpty { return general.map { .text($0) } }
    var all = single
    if let general { all[Self.otherCode] = general }
    return DefinitionNode(.mapping(all.map { .init($0.key, .text($0.value)) })).sortedByKey
  }
}

extension RuleEntry {
  package var node: DefinitionNode {
    DefinitionNode(.mapping([.init(rule, value ?? .null())] + modifiers.entries))
  }

  /// The value after the rule's name: its parameters or its nested rules. Nil for a bare name.
  package var value: DefinitionNode? {
    let nodes = rules.map { rule in
      let node = rule.node
      return rule.value == nil && rule.modifiers.entries.isEmpty
        ? .text(rule.rule) : node.sortedByKey
    }
    return nodes.isEmpty
      ? parameters : nodes.count == 1 ? nodes[0] : DefinitionNode(.sequence(nodes))
  }

  /// The modifiers of the rule.
  package var modifiers: MappingBuilder {
    var mapping = MappingBuilder()
    mapping.add("id", id)
    for entry in messageNodes { mapping.add(entry.key, entry.value) }
    if let codeNode { mapping.add("code", codeNode) }
    if severity != .error { mapping.add("severity", severity.rawValue) }
    mapping.add("when", when?.value)
    mapping.add("needs", needs.map(\.value))
    mapping.add("scenarios", scenarios)
    mapping.add("empty", empty?.rawValue)
    mapping.add("trim", trim.map(String.init))
    mapping.add("stop", stop?.rawValue)
    mapping.add("at", at?.value)
    mapping.add(RuleEntry.messageCodeKey, messageCode?.value)
    return mapping
  }
}
