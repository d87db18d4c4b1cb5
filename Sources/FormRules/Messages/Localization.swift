import FormBytes

/// The language that messages are in: formrec's own texts, and what a user's catalogues say
/// otherwise.
public struct Localization: Sendable {
  /// English, as formrec has it.
  public static let english = Localization("en")

  /// The language as it was asked for.
  public let language: String
  /// The tags whose texts it takes, the nearest first, in small letters: `de-at`, `de`.
  package let tags: [String]
  /// The user's catalogues of these languages, the nearest first.
  package let catalogues: [MessageCatalogue]
  let plural: PluralRule
  private let builtIn: [String: String]
  /// Whether formrec or one of the catalogues has messages in the language.
  package let isKnown: Bool
  /// Whether it says what is stored with each version.
  package var isPlainEnglish: Bool { tags == ["en"] && catalogues.isEmpty }

  /// A language, by a tag such as `de`, `de-AT` or `pt_BR`.
  ///
  /// What is missing in it is taken from the language without its region, and then from English.
  ///
  /// - Parameter catalogues: of any languages; of two with one text the later one's is taken.
  public init(_ language: String, catalogues: [MessageCatalogue] = []) {
    self.language = language
    let tags = Self.tags(language)
    self.tags = tags
    self.catalogues = tags.flatMap { tag in
      catalogues.reversed().filter { Self.tags($0.language).first == tag }
    }
    plural = PluralRule(tags)
    // English has its messages with the rules.
    let builtIn = tags.lazy.filter { $0 != "en" }.compactMap(MessageCatalogue.builtIn).first
    self.builtIn = builtIn ?? [:]
    isKnown = builtIn != nil || !self.catalogues.isEmpty || tags.last == "en"
  }

  /// Whether a text may be the tag of a language: two or three letters, then subtags (RFC 5646).
  package static func isTag(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
    } && (2...3).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy(\.isASCIILetter)
  }

  /// A tag and what it becomes without its subtags, from the longest to the language alone.
  static func tags(_ language: String) -> [String] {
    var parts = language.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
    }
    // Norwegian without more is written as Bokmål.
    return tags.last == "no" ? tags + ["nb"] : tags
  }

  /// What people call a field; of no field, the record.
  package func label(of field: Field?) -> String {
    guard let field else { return term("record") }
    let own = catalogues.lazy.compactMap { $0.fields[field.name]?[MessageCatalogue.labelKey] }.first
    return own ?? text(field.labels) ?? field.displayName
  }

  /// The text of the nearest language, of texts by tag.
  package func text(_ texts: [String: String]) -> String? {
    guard !texts.isEmpty else { return nil }
    return tags.lazy.compactMap { tag in texts.first { $0.key.lowercased() == tag }?.value }.first
  }

  /// The message of a code, of whatever rule; nil when there is none but the rule's English one.
  func message(_ code: String) -> String? {
    catalogues.lazy.compactMap { $0.codes[code] }.first ?? builtIn[code]
      ?? MessageCatalogue.english[code]
  }

  /// The message that a user's catalogue has for one rule, or for a code in one field.
  func message(_ code: String, ofRule id: String, field: Field?) -> String? {
    catalogues.lazy.compactMap { catalogue in
      catalogue.rules[id] ?? field.flatMap { catalogue.fields[$0.name]?[code] }
    }.first
  }

  /// The template of a documented code.
  package func message(of code: RuleDocumentation.Code) -> String {
    message(code.code) ?? code.message
  }

  /// The same as people read it in a list of rules.
  package func outline(of code: RuleDocumentation.Code) -> String {
    MessageTemplate(lenient: message(of: code)).outline
  }

  /// What is wrong with a record that could not be taken apart.
  ///
  /// - Parameter fallback: what stands for a name without an argument; nil means its braces.
  package func words(
    ofReader code: String, _ arguments: [MessageArgument], orElse fallback: String? = nil
  ) -> String {
    MessageTemplate(lenient: message(code) ?? code).text(arguments, in: self, orElse: fallback)
  }

  /// One of formrec's own words; any other word stands for itself.
  package func term(_ word: String) -> String { message("term.\(word)") ?? word }

  /// The key of the text that puts a number and what is counted together.
  static let countKey = "list.count"

  /// How many of something, such as `3 rejected`, `1 error` or `abgelehnt: 3`.
  ///
  /// - Parameter word: one of formrec's own words; that of one thing stands under `one.`, where the
  ///   language needs it.
  package func count(_ number: Int, _ word: String) -> String {
    let isOne = plural.category(of: UInt64(number.magnitude)) == .one
    let one = builtIn["one.\(word)"] ?? (tags.last == "en" ? message("one.\(word)") : nil)
    let what = (isOne ? one : nil) ?? term(word)
    return MessageTemplate(lenient: message(Self.countKey) ?? "{count} {what}")
      .text(
        [MessageArgument("count", self.number(number)), MessageArgument("what", what)], in: self)
  }

  /// A whole number with its digits in groups of three, as the language separates them.
  package func number(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    let separator = message("list.group") ?? ","
    let groups = stride(from: digits.count, to: 0, by: -3).reversed().map { end in
      String(digits[max(0, end - 3)..<end])
    }
    return (number < 0 ? "-" : "") + groups.joined(separator: separator)
  }

  /// What is said of imports that jobs judged elsewhere.
  package func judgedElsewhere(imports: Int, accepted: Int) -> String {
    MessageTemplate(lenient: message(Self.judgedKey) ?? "").text(
      [
        MessageArgument("imports", number(imports)), MessageArgument("accepted", number(accepted)),
      ], in: self)
  }

  /// The key of that text.
  static let judgedKey = "list.judged"
  /// The key of the text that puts a text between quotation marks.
  static let quoteKey = "list.quote"

  /// What stands for an argument.
  func text(_ argument: MessageArgument) -> String {
    switch argument.content {
    case .text(let text): text
    case .list(let texts): list(texts)
    case .alternatives(let texts): alternatives(texts)
    case .terms(let words): list(words.map(term))
    case .fields(let fields): list(fields.map(label))
    case .rules(let names): list(names.map { message("rule.\($0)") ?? $0 })
    case .other(let field):
      MessageTemplate(lenient: message(Self.quoteKey) ?? "{text}")
        .text([MessageArgument("text", label(of: field))], in: self)
    }
  }

  /// Such as `2, 5 or 7`.
  private func alternatives(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return list(texts) }
    return list(texts.dropLast()) + or(before: last) + last
  }

  /// What stands before the last of alternatives; in Spanish `u` before the sound of an o, as that of 8.
  private func or(before last: String) -> String {
    if tags.last == "es", let first = last.lowercased().first,
      "8oó".contains(first) || last == "11" || last.lowercased().hasPrefix("ho")
    {
      return " u "
    }
    return message("list.or") ?? " or "
  }

  /// What stands between two sentences.
  var sentenceSeparator: String { tags.last == "ja" ? "" : " " }

  private func list(_ texts: [String]) -> String {
    texts.joined(separator: message("list.separator") ?? ", ")
  }
}

extension Localization: ExpressibleByStringLiteral {
  /// A language, by its tag.
  public init(stringLiteral language: String) { self.init(language) }
}
