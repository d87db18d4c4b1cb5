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

  /// A catalogue.
  public init(
    language: String, codes: [String: String] = [:], fields: [String: [String: String]] = [:],
    rules: [String: String] = [:]
  ) {
    self.language = language
    self.codes = codes
    self.fields = fields
    self.rules = rules
  }

  /// The key under which a field has its label.
  package static let labelKey = "label"

  /// The languages that formrec has all messages in.
  public static let builtInLanguages = ["en"] + translated.map(\.language).sorted()

  /// formrec's own messages in a language; each is made when it is first asked for.
  static func builtIn(_ language: String) -> [String: String]? {
    translated.first { $0.language == language }?.codes()
  }

  /// A language is a file in `Catalogues/` and a line here. English has its messages with the rules.
  private static let translated: [(language: String, codes: @Sendable () -> [String: String])] = [
    ("da", { danish }), ("de", { german }), ("es", { spanish }), ("fr", { french }),
    ("it", { italian }), ("ja", { japanese }), ("ko", { korean }), ("nb", { norwegian }),
    ("pl", { polish }), ("pt", { portuguese }), ("ro", { romanian }), ("ru", { russian }),
    ("sv", { swedish }), ("tr", { turkish }),
  ]
}
