extension RuleEntry {
  /// The parameters under their names, in the order of the names: the same for `email: html`,
  /// `email: {profile: html}` and `email: [html]`.
  var namedParameters: [DefinitionNode.Entry] {
    let documentation = RuleRegistry.rule(named: rule)?.documentation
    let main = documentation?.mainParameter ?? Self.mainParameter
    var entries: [DefinitionNode.Entry]
    switch parameters?.content {
    case nil: return []
    case .scalar where parameters?.isNull == true: return []
    case .mapping(let mapping):
      let isRuleInside =
        main == NestedRules.parameter
        && !mapping.contains { $0.key == main || $0.key == Self.mainParameter }
      entries = isRuleInside ? [.init(main, DefinitionNode(.mapping(mapping)))] : mapping
    case .scalar, .sequence: entries = [.init(main, parameters ?? .null())]
    }
    for index in entries.indices {
      if entries[index].key == Self.mainParameter { entries[index].key = main }
      let value = entries[index].value
      let isRules = main == NestedRules.parameter && entries[index].key == main
      entries[index].value = isRules ? value.withNamedParameters : value.sortedByKey.unwrapped
    }
    return entries.sorted(by: DefinitionNode.Entry.isBefore)
  }

  /// The parameters as people write them: nothing, the value of the main parameter, or a mapping;
  /// the way in which definition files are read.
  package var usualParameters: DefinitionNode? {
    guard let parameters, case .mapping(var entries) = parameters.sortedByKey.content,
      let documentation = RuleRegistry.rule(named: rule)?.documentation,
      !entries.contains(where: { $0.key == Self.mainParameter })
    else { return parameters }
    if entries.isEmpty { return nil }
    if let index = entries.firstIndex(where: { $0.key == documentation.mainParameter }) {
      if entries.count == 1 { return entries[0].value }
      entries[index].key = Self.mainParameter
    }
    return DefinitionNode(.mapping(entries)).sortedByKey
  }
}

extension DefinitionNode.Entry {
  /// The order of mappings where their own does not count: by the bytes of the keys.
  package static func isBefore(_ a: Self, _ b: Self) -> Bool {
    a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
  }
}

extension DefinitionNode {
  /// The same with all mappings in the order of their keys: it means the same, and equal parameters
  /// are equal.
  package var sortedByKey: DefinitionNode {
    switch content {
    case .scalar: self
    case .sequence(let items): DefinitionNode(.sequence(items.map(\.sortedByKey)), at: location)
    case .mapping(let entries):
      DefinitionNode(
        .mapping(
          entries.sorted(by: Entry.isBefore).map {
            Entry($0.key, at: $0.keyLocation, $0.value.sortedByKey)
          }), at: location)
    }
  }

  /// A list of one value as the value: rules take either.
  fileprivate var unwrapped: DefinitionNode {
    if case .sequence(let items) = content, items.count == 1, items[0].scalar != nil {
      items[0]
    } else {
      self
    }
  }

  /// Rules inside a rule: a list of mappings, each of one rule to its named parameters.
  fileprivate var withNamedParameters: DefinitionNode {
    let entries: [DefinitionNode]
    if case .sequence(let items) = content { entries = items } else { entries = [self] }
    return DefinitionNode(
      .sequence(
        entries.map { node in
          guard let inside = try? RuleInside(node, of: "") else { return node.sortedByKey }
          let named = RuleEntry(inside.name, inside.parameters).namedParameters
          return DefinitionNode(
            .mapping([Entry(inside.name, DefinitionNode(.mapping(named)))] + node.modifiers))
        }))
  }
}

extension DefinitionNode {
  /// What stands beside a rule's name and modifies it.
  fileprivate var modifiers: [Entry] {
    guard case .mapping(let entries) = content else { return [] }
    return entries.filter(\.modifiesRuleInside).sorted(by: Entry.isBefore)
  }
}

extension DefinitionNode.Entry {
  fileprivate var modifiesRuleInside: Bool {
    RuleEntry.modifierKeys.contains(key) || key.hasPrefix("message.") || key == RuleInside.says
  }
}

extension RuleEntry {
  /// The messages as they are written: `message`, and `message.LANGUAGE` in the order of the
  /// languages. Each is a text, or a mapping of codes to texts.
  package var messageNodes: [DefinitionNode.Entry] {
    let languages = Set(messages.keys).union(causeMessagesInLanguages.keys)
    let texts =
      [("message", message, causeMessages)]
      + languages.sorted().map {
        ("message.\($0)", messages[$0], causeMessagesInLanguages[$0] ?? [:])
      }
    return texts.compactMap { key, text, causes in
      Self.node(text, causes).map { DefinitionNode.Entry(key, $0) }
    }
  }

  /// The codes as they are written: a name, or a mapping of codes to names.
  package var codeNode: DefinitionNode? { Self.node(code, codes) }

  private static func node(_ general: String?, _ single: [String: String]) -> DefinitionNode? {
    if single.isEmpty { return general.map { .text($0) } }
    var all = single
    if let general { all[Self.otherCode] = general }
    return DefinitionNode(.mapping(all.map { .init($0.key, .text($0.value)) })).sortedByKey
  }

  /// The messages by cause and language.
  var ownMessages: CauseMessages {
    CauseMessages(
      message: message, messages: messages, byCode: causeMessages,
      byCodeInLanguages: causeMessagesInLanguages)
  }

  /// The entry inside the list of another rule, where only some things may modify it. Others are
  /// kept without their values, so that binding says that they do not belong there.
  var nested: DefinitionNode {
    let others: [(String, Bool)] = [
      ("id", id != nil),
      ("severity", severity != .error), ("when", when != nil), ("needs", !needs.isEmpty),
      ("scenarios", !scenarios.isEmpty), ("empty", empty != nil), ("stop", stop != nil),
      ("at", at != nil),
    ]
    var modifiers = others.filter(\.1).map { DefinitionNode.Entry($0.0, "") }
    if let codeNode { modifiers.append(.init("code", codeNode)) }
    if let trim { modifiers.append(.init("trim", .text("\(trim)"))) }
    modifiers += messageNodes
    if modifiers.isEmpty, parameters == nil { return .text(rule) }
    return DefinitionNode(.mapping([.init(rule, parameters ?? .null())] + modifiers))
  }
}
