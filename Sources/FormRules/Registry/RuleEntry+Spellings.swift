import FormBytes

extension RuleEntry {
  /// The parameters by name, sorted: the same for `email: html`, `email: {profile: html}` and
  /// `email: [html]`.
  package var namedParameters: [DefinitionNode.Entry] {
    let documentation = RuleRegistry.rule(named: rule)?.documentation
    let main = documentation?.mainParameter ?? Self.mainParameter
    var entries: [DefinitionNode.Entry]
    switch parameters?.content {
    case _ where documentation?.consistsOfRules == true: return []
    case nil: return []
    case .scalar where parameters?.isNull == true: return []
    case .mapping(let mapping): entries = mapping
    case .scalar, .sequence: entries = [.init(main, parameters ?? .null())]
    }
    for index in entries.indices {
      if entries[index].key == Self.mainParameter { entries[index].key = main }
      entries[index].value = entries[index].value.sortedByKey.unwrapped
    }
    return entries.sorted(by: DefinitionNode.Entry.isBefore)
  }

  /// The nested rules, read from `parameters` if necessary; empty if that fails.
  package var readRules: [RuleEntry] {
    guard rules.isEmpty, let parameters, let type = RuleRegistry.rule(named: rule),
      type.documentation.consistsOfRules
    else { return rules }
    // The reader of the entry reports the error.
    return (try? RuleRegistry.rules(parameters, inside: type)) ?? []
  }

  /// The parameters in the form that the reader of definition files produces: nil, the value of the
  /// main parameter, or a mapping.
  package var normalizedParameters: DefinitionNode? {
    guard let rule = RuleRegistry.rule(named: rule) else { return parameters }
    return normalizedParameters(of: rule.documentation)
  }
}

extension DefinitionNode {
  /// A list of one value as the value itself: rules accept both.
  fileprivate var unwrapped: DefinitionNode {
    if case .sequence(let items) = content, items.count == 1, items[0].scalar != nil {
      items[0]
    } else {
      self
    }
  }
}

extension RuleEntry: Equatable {
  /// Compares the content, not locations or notation: `email: html` equals `email: {profile:
  /// html}`. Canonically equivalent texts with other bytes differ.
  public static func == (a: RuleEntry, b: RuleEntry) -> Bool {
    a.texts == b.texts && a.textLists == b.textLists && a.textsByKey == b.textsByKey
      && a.causeMessageTranslations.mapValues({ $0.mapValues(\.utf8Bytes) })
        == b.causeMessageTranslations.mapValues({ $0.mapValues(\.utf8Bytes) })
      && a.severity == b.severity && a.empty == b.empty && a.trim == b.trim && a.stop == b.stop
      && (a.parameters == b.parameters && a.rules == b.rules
        || a.namedParameters == b.namedParameters && a.readRules == b.readRules)
  }

  private var texts: [[UInt8]?] {
    [rule, id, message, code, when?.value, at?.value, messageCode?.value].map { $0?.utf8Bytes }
  }

  private var textLists: [[[UInt8]]] {
    [needs.map(\.value.utf8Bytes), scenarios.map(\.utf8Bytes)]
  }

  private var textsByKey: [[String: [UInt8]]] {
    [messageTranslations, causeMessages, codes].map { $0.mapValues(\.utf8Bytes) }
  }
}
