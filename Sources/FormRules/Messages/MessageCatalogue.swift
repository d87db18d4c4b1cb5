import Synchronization

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

  /// A catalogue without messages, of a tag.
  package init(unchecked language: String) {
    (self.language, codes, fields, rules) = (language, [:], [:], [:])
  }

  /// The key under which a field has its label.
  package static let labelKey = "label"

  /// The languages that formrec has all messages in.
  public static let builtInLanguages = ["en"] + CatalogueTexts.languages.filter { $0 != "en" }

  /// What belongs to no rule or type in English; the rest stands where the codes are documented.
  static let english = builtIn("en") ?? [:]

  /// formrec's own messages in a language by code, as the files in `Messages/` have them; nil when it has none.
  ///
  /// Read once in a process: 800 messages take milliseconds.
  static func builtIn(_ language: String) -> [String: String]? {
    if let known = read.withLock({ $0[language] }) { return known }
    guard let json = CatalogueTexts.json(language) else { return nil }
    guard case .mapping(let entries) = JSONReader.read(json)?.content else {
      preconditionFailure("CatalogueTexts.json is no JSON object; its test makes it anew")
    }
    var texts: [String: String] = [:]
    texts.reserveCapacity(entries.count)
    for entry in entries {
      if case .scalar(let text, _) = entry.value.content { texts[entry.key] = text }
    }
    read.withLock { $0[language] = texts }
    return texts
  }

  private static let read = Mutex<[String: [String: String]]>([:])
}
