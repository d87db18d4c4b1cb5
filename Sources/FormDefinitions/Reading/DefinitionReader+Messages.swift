import FormRules

extension DefinitionReader {
  static let messageKeys = ["messages", "codes", "fields", "rules"]

  /// Reads a document of messages.
  mutating func messages(_ document: DefinitionNode) -> MessageCatalogue? {
    guard let keys = entries(document, "messages", known: Self.messageKeys) else { return nil }
    guard let node = keys["messages"] else {
      report(
        "messages begin with their language, such as 'messages: de'", .missing("messages"),
        at: keys.location)
      return nil
    }
    guard let language = text(node, "messages") else { return nil }
    guard Localization.isTag(language) else {
      report("messages requires a language code such as de or pt-BR", at: node.location)
      return nil
    }
    var catalogue = MessageCatalogue(unchecked: language)
    if let node = keys["codes"] { catalogue.codes = codes(node, "codes", language: language) }
    for field in keys["fields"].flatMap({ entries($0, "fields") }) ?? [] {
      catalogue.fields[field.key] = codes(
        field.value, "field '\(field.key)'", language: language, ofField: true)
    }
    for rule in keys["rules"].flatMap({ entries($0, "rules") }) ?? [] {
      catalogue.rules[rule.key] = message(
        rule.value, "the message of '\(rule.key)'", language: language, names: nil)
    }
    return catalogue
  }

  /// Reads messages by code.
  private mutating func codes(
    _ node: DefinitionNode, _ what: String, language: String, ofField: Bool = false
  ) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in entries(node, what) ?? [] {
      if ofField, entry.key == MessageCatalogue.labelKey {
        texts[entry.key] = word(entry.value, "label")
      } else if let names = MessageCodes.names(of: entry.key) {
        texts[entry.key] = message(
          entry.value, "the message of '\(entry.key)'", language: language, names: names)
      } else {
        reportUnknown("code", entry.key, known: MessageCodes.all, at: entry.keyLocation)
      }
    }
    return texts
  }
}
