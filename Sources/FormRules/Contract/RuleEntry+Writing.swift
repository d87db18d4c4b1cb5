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
