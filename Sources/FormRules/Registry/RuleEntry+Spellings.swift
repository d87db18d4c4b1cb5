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
    guard let rule = RuleRegistry.rule(named: rule) else { return parameters }
    return usualParameters(of: rule.documentation)
  }
}

extension DefinitionNode {
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
          guard let inside = try? RuleInside(node, of: "", in: RuleRegistry.self) else {
            return node.sortedByKey
          }
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

extension RuleEntry: Equatable {
  /// Equal by content, wherever it stands and however the parameters are spelled: `email: html` is
  /// `email: {profile: html}`.
  public static func == (a: RuleEntry, b: RuleEntry) -> Bool {
    a.rule == b.rule && a.id == b.id
      && a.message == b.message && a.messages == b.messages && a.code == b.code
      && a.causeMessages == b.causeMessages
      && a.causeMessagesInLanguages == b.causeMessagesInLanguages && a.codes == b.codes
      && a.severity == b.severity && a.when == b.when && a.needs == b.needs
      && a.scenarios == b.scenarios && a.empty == b.empty && a.trim == b.trim
      && a.stop == b.stop && a.at == b.at
      && (a.parameters == b.parameters || a.namedParameters == b.namedParameters)
  }
}
