/// Messages in one language.
///
/// A catalogue of a user's own needs only what it says otherwise: what it does not have is looked
/// up in formrec's own catalogue of the language.
public struct MessageCatalogue: Sendable, Equatable {
  /// The language, as a tag such as `de` or `pt-BR`.
  public var language: String
  /// Messages by code, such as `length.tooShort`; also `term.…`, formrec's own words in messages,
  /// and `list.separator`.
  public var codes: [String: String]
  /// Messages of single fields, by field and code. `label` is what people call the field.
  public var fields: [String: [String: String]]
  /// Messages of single rules, by the rule's id.
  public var rules: [String: String]

  /// A catalogue, checked as files are.
  ///
  /// - Throws: `DefinitionErrors` when the language is no tag, a code is not known, or a message names
  ///   what its code does not have.
  public init(
    language: String, codes: [String: String] = [:], fields: [String: [String: String]] = [:],
    rules: [String: String] = [:]
  ) throws(DefinitionErrors) {
    self.init(unchecked: language)
    self.codes = codes
    self.fields = fields
    self.rules = rules
    let faults = faults
    if !faults.isEmpty { throw DefinitionErrors(faults) }
  }

  /// A catalogue without messages, of a tag.
  package init(unchecked language: String) {
    (self.language, codes, fields, rules) = (language, [:], [:], [:])
  }

  private var faults: [DefinitionError] {
    guard Localization.isTag(language) else {
      return [
        DefinitionError("messages are in a language, by its code such as de or pt-BR", at: .none)
      ]
    }
    var faults = codes.map { fault(of: $0.key, $0.value) }
    for (code, text) in fields.values.flatMap({ $0 }) where code != Self.labelKey {
      faults.append(fault(of: code, text))
    }
    faults += rules.map {
      MessageTemplate.fault(
        of: $0.value, "the message of '\($0.key)'", language: language, names: nil)
    }
    return faults.compactMap { $0 }.sorted().map { DefinitionError($0, at: .none) }
  }

  private func fault(of code: String, _ text: String) -> String? {
    guard let names = MessageCodes.names(of: code) else {
      return DefinitionError.unknown("code", code, known: MessageCodes.all, at: .none).message
    }
    return MessageTemplate.fault(
      of: text, "the message of '\(code)'", language: language, names: names)
  }

  /// The key under which a field has its label.
  package static let labelKey = "label"

  /// The languages that formrec has all messages in.
  public static let builtInLanguages = ["en"] + CatalogueTexts.languages.filter { $0 != "en" }

  /// What belongs to no rule or type in English; the rest stands where the codes are documented.
  static let english = builtIn("en") ?? [:]

  /// formrec's own messages in a language by code, read at each call; nil when it has none. The files
  /// in `Messages/` say them.
  static func builtIn(_ language: String) -> [String: String]? {
    guard let json = CatalogueTexts.json(language) else { return nil }
    guard case .mapping(let entries) = JSONReader.read(json)?.content else {
      preconditionFailure("CatalogueTexts.json is no JSON object; its test makes it anew")
    }
    var texts: [String: String] = [:]
    texts.reserveCapacity(entries.count)
    for entry in entries {
      if case .scalar(let text, _) = entry.value.content { texts[entry.key] = text }
    }
    return texts
  }
}
