import FormBytes
import Synchronization

/// The language of messages: formrec's own texts, overridden by the user's catalogues.
public struct Localization: Sendable {
  /// English, with formrec's own texts.
  public static let english = Localization("en")

  private let content: Content
  /// Whether all messages may be in English without an error, because the language was not
  /// requested but is the best of several.
  package var isNegotiated = false

  /// The requested language.
  public var language: String { content.language }
  /// The language tags to look up, the most specific first, in lowercase: `de-at`, `de`.
  package var tags: [String] { content.tags }
  /// The user's catalogues for these languages, the most specific first.
  package var catalogues: [MessageCatalogue] { content.catalogues }
  var plural: PluralRule { content.plural }
  private var builtIn: [String: String] { content.builtIn }
  /// Whether formrec or one of the catalogues has messages in the language.
  package var isKnown: Bool { content.isKnown }
  /// Whether the texts are those stored with each version.
  package var isPlainEnglish: Bool { tags == ["en"] && catalogues.isEmpty }

  /// Creates a localization from a language tag such as `de`, `de-AT` or `pt_BR`.
  ///
  /// Missing texts are taken from the language without its region, and then from English. Without
  /// catalogues this is a lookup, so a tag can be given with each call.
  ///
  /// - Parameter catalogues: Catalogues in any languages. If several have the same text, the last
  ///   one applies.
  public init(_ language: String, catalogues: [MessageCatalogue] = []) {
    content = catalogues.isEmpty ? .shared(language) : Content(language, catalogues)
  }

  private init(_ content: Content) { self.content = content }

  /// The same language for messages that stand next to their field. formrec's own messages then say
  /// "this field" instead of the field's label, which may also be a question or a sentence.
  package var besideField: Localization {
    var localization = Localization(content.besideField)
    localization.isNegotiated = isNegotiated
    return localization
  }

  /// Equal for localizations whose messages are all equal because they were created together.
  package var identity: ObjectIdentifier { ObjectIdentifier(content) }

  /// Whether a text is a valid language tag: two or three letters, followed by subtags (RFC 5646).
  package static func isTag(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    } && (2...3).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(\.isASCIILetter)
  }

  /// A tag and its prefixes, from the longest to that of the language.
  static func tags(_ language: String) -> [String] {
    var parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
    }
    // Norwegian without a variant is written as Bokmål.
    return tags.last == "no" ? tags + ["nb"] : tags
  }

  /// The label of a field, or of the record if `field` is nil.
  package func label(of field: Field?) -> String {
    guard let field else { return term("record") }
    let label = catalogues.lazy.compactMap {
      $0.fields[field.name]?[MessageCatalogue.labelKey]
    }.first
    return label ?? text(field.labelTranslations) ?? field.displayName
  }

  /// The title of a form.
  package func title(of form: Form) -> String {
    text(form.titleTranslations) ?? form.title ?? form.name
  }

  /// The text in the nearest language, from texts by tag.
  package func text(_ texts: [String: String]) -> String? {
    guard !texts.isEmpty else { return nil }
    return tags.lazy.compactMap { tag in texts.first { $0.key.lowercased() == tag }?.value }.first
  }

  /// The message of a code of any rule, or nil if only the rule's English message exists.
  package func message(_ code: String) -> String? {
    catalogues.lazy.compactMap { $0.codes[code] }.first ?? builtIn[code]
      ?? MessageCatalogue.english[code]
  }

  /// The message of a code of any rule at a field or, if the field is nil, at the record. Falls
  /// back to an English message, if there is one.
  func message(_ code: String, at field: Field?, orEnglish english: String? = nil) -> String? {
    guard let words = content.fieldWords, field != nil else { return message(code) ?? english }
    let onPages = Self.pageKey + code
    for key in [onPages, code] {
      for (catalogue, words) in zip(catalogues, words.catalogues) {
        if let text = catalogue.codes[key] { return words.replacingLabel(in: text) }
      }
    }
    return builtIn[onPages] ?? builtIn[code].map(words.builtIn.replacingLabel(in:))
      ?? MessageCatalogue.english[onPages]
      ?? (MessageCatalogue.english[code] ?? english).map(FieldWords.english.replacingLabel(in:))
  }

  /// The message of a user's catalogue for one rule, or for a code in one field.
  package func message(_ code: String, ofRule id: String, field: Field?) -> String? {
    catalogues.lazy.compactMap { catalogue in
      catalogue.rules[id] ?? field.flatMap { catalogue.fields[$0.name]?[code] }
    }.first
  }

  /// The message template of a documented code.
  package func message(of code: RuleDocumentation.Code) -> String {
    message(code.code) ?? code.message
  }

  /// The prefix of the texts of pages.
  private static let pageKey = "page."

  /// The message template of a documented code in a readable form for lists of rules.
  package func outline(of code: RuleDocumentation.Code) -> String {
    MessageTemplate(lenient: message(of: code)).outline
  }

  /// The message for a record that could not be parsed.
  ///
  /// - Parameter fallback: The replacement for a name without an argument, or nil for the name in
  ///   braces.
  package func readerFaultText(
    of code: String, _ arguments: [MessageArgument], orElse fallback: String? = nil
  ) -> String {
    MessageTemplate(lenient: message(code) ?? code).text(arguments, in: self, orElse: fallback)
  }

  /// The translation of one of formrec's own terms. Other words are returned unchanged.
  package func term(_ word: String) -> String { message("term.\(word)") ?? word }

  /// One of the sentences of hosted pages, such as `received`.
  package func sentence(_ name: String) -> String { message(Self.pageKey + name) ?? name }

  /// The key of the text that combines a number and a noun.
  static let countKey = "list.count"

  /// A number of things, such as `3 rejected`, `1 error` or `abgelehnt: 3`.
  ///
  /// - Parameter word: One of formrec's own terms. Its singular is stored under `one.` if the
  ///   language needs it.
  package func count(_ number: Int, _ word: String) -> String {
    let isOne = plural.category(of: UInt64(number.magnitude)) == .one
    let one = builtIn["one.\(word)"] ?? (tags.last == "en" ? message("one.\(word)") : nil)
    let what = (isOne ? one : nil) ?? term(word)
    return MessageTemplate(lenient: message(Self.countKey) ?? "{count} {what}")
      .text(
        [MessageArgument("count", self.number(number)), MessageArgument("what", what)], in: self)
  }

  /// Formats an integer with the language's separator between groups of three digits.
  package func number(_ number: Int) -> String {
    number.grouped(by: message("list.group") ?? ",")
  }

  /// The note about imports of external runs.
  package func externalRuns(imports: Int, accepted: Int) -> String {
    MessageTemplate(lenient: message(Self.externalRunsKey) ?? "").text(
      [
        MessageArgument("imports", number(imports)), MessageArgument("accepted", number(accepted)),
      ], in: self)
  }

  /// The key of that note.
  static let externalRunsKey = "list.externalRuns"
  /// The key of the text that adds quotation marks.
  static let quoteKey = "list.quote"

  /// The text of an argument.
  func text(_ argument: MessageArgument) -> String {
    switch argument.content {
    case .text(let text): text
    case .list(let texts): list(texts)
    case .alternatives(let texts): alternatives(texts)
    case .terms(let words): list(words.map(term))
    case .fields(let fields): list(fields.map(label))
    case .failures: argument.value
    case .rules(let names): list(names.map { message("rule.\($0)") ?? $0 })
    case .other(let field):
      MessageTemplate(lenient: message(Self.quoteKey) ?? "{text}")
        .text([MessageArgument("text", label(of: field))], in: self)
    }
  }

  /// A list of alternatives, such as `2, 5 or 7`.
  private func alternatives(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return list(texts) }
    return list(texts.dropLast()) + or(before: last) + last
  }

  /// The conjunction before the last alternative. In Spanish, `u` precedes the sound of an o, as in
  /// 8.
  private func or(before last: String) -> String {
    if tags.last == "es", let first = last.lowercased().first,
      "8oó".contains(first) || last == "11" || last.lowercased().hasPrefix("ho")
    {
      return " u "
    }
    return message("list.or") ?? " or "
  }

  /// The separator between two sentences.
  var sentenceSeparator: String { tags.last == "ja" ? "" : " " }

  private func list(_ texts: [String]) -> String {
    texts.joined(separator: message("list.separator") ?? ", ")
  }
}

extension Localization {
  /// The texts of a localization. It is a class, so that localizations can be passed on, and
  /// compared without comparing the texts.
  private final class Content: Sendable {
    let language: String
    let tags: [String]
    let catalogues: [MessageCatalogue]
    let plural: PluralRule
    let builtIn: [String: String]
    let isKnown: Bool
    /// The words for a field next to which messages stand, by catalogue. Nil if messages stand
    /// elsewhere.
    let fieldWords: (catalogues: [FieldWords], builtIn: FieldWords)?
    private let beside = Mutex<Content?>(nil)

    init(_ language: String, _ catalogues: [MessageCatalogue]) {
      self.language = language
      let tags = Localization.tags(language)
      self.tags = tags
      self.catalogues = tags.flatMap { tag in
        catalogues.reversed().filter { Localization.tags($0.language).first == tag }
      }
      plural = PluralRule(tags)
      // English messages are defined with the rules.
      let builtIn = tags.lazy.filter { $0 != "en" }.compactMap(MessageCatalogue.builtIn).first
      self.builtIn = builtIn ?? [:]
      isKnown = builtIn != nil || !self.catalogues.isEmpty || tags.last == "en"
      fieldWords = nil
    }

    private init(besideField other: Content) {
      (language, tags, catalogues) = (other.language, other.tags, other.catalogues)
      (plural, builtIn, isKnown) = (other.plural, other.builtIn, other.isKnown)
      fieldWords = (other.catalogues.map { FieldWords($0.codes) }, FieldWords(other.builtIn))
    }

    /// The same content for messages next to their field, created once.
    var besideField: Content {
      if fieldWords != nil { return self }
      return beside.withLock { beside in
        let content = beside ?? Content(besideField: self)
        beside = content
        return content
      }
    }

    /// The content without catalogues, by language tag.
    private static let known = Mutex<[String: Content]>([:])

    /// The maximum number of tags to remember, and their maximum length in bytes. Tags may come
    /// from requests, so there may be any number of them, of any length.
    private static let (maximumKnown, maximumTagLength) = (100, 35)

    static func shared(_ language: String) -> Content {
      if let content = known.withLock({ $0[language] }) { return content }
      let content = Content(language, [])
      if language.utf8.count > maximumTagLength { return content }
      known.withLock { known in
        if known.count >= maximumKnown { known.removeAll() }
        known[language] = content
      }
      return content
    }
  }
}

extension Localization: ExpressibleByStringLiteral {
  /// Creates a localization from a language tag.
  public init(stringLiteral language: String) { self.init(language) }
}
