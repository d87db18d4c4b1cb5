import Synchronization

/// Messages in one language.
///
/// A user's catalogue needs only the messages that it overrides. Others are taken from formrec's
/// own catalogue of the language.
public struct MessageCatalogue: Sendable, Equatable {
  /// The language, as a tag such as `de` or `pt-BR`.
  public var language: String
  /// Messages by code, such as `length.tooShort`. Also contains `term.…`, formrec's own terms in
  /// messages, and `list.separator`.
  public var codes: [String: String]
  /// Messages for single fields, by field and code. `label` is the label of the field.
  public var fields: [String: [String: String]]
  /// Messages for single rules, by rule identifier.
  public var rules: [String: String]

  /// Creates an empty catalogue without checking the tag.
  package init(unchecked language: String) {
    (self.language, codes, fields, rules) = (language, [:], [:], [:])
  }

  /// The key of a field's label.
  package static let labelKey = "label"

  /// The languages for which formrec has all messages.
  public static let builtInLanguages = ["en"] + CatalogueTexts.languages.filter { $0 != "en" }

  /// The English texts that belong to no rule or type. Other texts are defined with their codes.
  static let english = builtIn("en") ?? [:]

  /// formrec's own messages in a language by code, from the files in `Messages/`, or nil if there
  /// are none.
  ///
  /// They are parsed once per process, because parsing 800 messages takes milliseconds.
  static func builtIn(_ language: String) -> [String: String]? {
    if let known = read.withLock({ $0[language] }) { return known }
    guard let json = CatalogueTexts.json(language) else { return nil }
    guard case .mapping(let entries) = JSONReader.read(json)?.content else {
      preconditionFailure("CatalogueTexts.json is not a JSON object; its test recreates it")
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
