import FormTestSupport
import Foundation
import Testing

@testable import FormRules

/// The messages of every language have the arguments of the English ones; the codes that a
/// language lacks are listed in `Messages/untranslated.txt`.
@Suite struct CatalogueTests {
  private static let translated = MessageCatalogue.builtInLanguages.filter { $0 != "en" }

  /// The English templates of rules, types, the reader, and terms, by code.
  private static let english: [String: String] = {
    var texts = MessageCatalogue.english
    let codes =
      RuleRegistry.all.flatMap { $0.documentation.codes } + MessageCodes.ofForms
    for code in codes { texts[code.code] = code.message }
    return texts
  }()

  @Test func thereAreFifteenLanguages() {
    #expect(
      MessageCatalogue.builtInLanguages
        == "en da de es fr it ja ko nb pl pt ro ru sv tr".split(separator: " ").map(String.init))
    #expect(Self.english.keys.sorted() == MessageCodes.all)
  }

  /// Rules and types that share a code share its message.
  @Test func codesHaveOneMessage() {
    var seen: [String: String] = [:]
    let codes =
      RuleRegistry.all.flatMap { $0.documentation.codes } + MessageCodes.ofForms
    for code in codes {
      if let other = seen[code.code] { #expect(other == code.message, "\(code.code)") }
      seen[code.code] = code.message
    }
  }

  @Test(arguments: translated)
  func catalogueCodesExist(_ language: String) throws {
    let texts = try #require(MessageCatalogue.builtIn(language))
    let unknown = Set(texts.keys).subtracting(Self.english.keys).filter {
      !$0.hasPrefix(FieldWords.key)
    }
    #expect(unknown.isEmpty, "the catalogue of \(language) has codes that nothing fails with")
  }

  /// A new code has its English message until it is translated: `RECORD=1` adds it to the list.
  @Test func untranslatedCodesAreListed() throws {
    // A word depends on a number only if the number precedes it.
    let needed = Self.english.keys.filter {
      !$0.hasPrefix("one.") && !$0.hasPrefix(FieldWords.key)
    }.sorted()
    let lines = needed.compactMap { code -> String? in
      let languages = Self.translated.filter { MessageCatalogue.builtIn($0)?[code] == nil }
      return languages.isEmpty ? nil : "\(code): \(languages.joined(separator: " "))"
    }
    let text = """
      # Codes without a message in some languages, which show the English one. Written by
      # RECORD=1 swift test --filter CatalogueTests

      """
    #expect(
      try Golden.difference(
        of: text + lines.map { $0 + "\n" }.joined(),
        from: Repository.root.appendingPathComponent("Messages/untranslated.txt")) == nil)
  }

  @Test(arguments: translated)
  func anUntranslatedMessageIsTheEnglishOne(_ language: String) {
    let code = RuleDocumentation.Code(
      "new.code", "{label} has {n, plural, one {# item} other {# items}}.")
    let localization = Localization(language)
    let text = MessageTemplate(lenient: localization.message(of: code)).text(
      [MessageArgument("label", "X"), MessageArgument("n", 3)], in: localization)
    #expect(text == "X has 3 items.")
  }

  @Test(arguments: translated)
  func translationsHaveTheArgumentsOfTheEnglishMessage(_ language: String) throws {
    let texts = try #require(MessageCatalogue.builtIn(language))
    for (code, text) in texts {
      let english = try MessageTemplate(Self.english[code] ?? "")
      let template = try MessageTemplate(text)
      // The kind of a bound matters only in some languages.
      let kinds = Set(english.names.filter { $0.hasSuffix("Kind") })
      #expect(
        Set(template.names).union(kinds) == Set(english.names).union(kinds), "\(language) \(code)")
    }
  }

  /// A message next to its field need not name it. Every way in which messages name the field is in
  /// use, and replaced by words.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func messagesBesideAFieldDoNotNameIt(_ language: String) throws {
    let texts = language == "en" ? Self.english : MessageCatalogue.builtIn(language) ?? [:]
    let words = FieldWords(texts)
    let templates = texts.filter { !$0.key.hasPrefix(FieldWords.key) }.values
    for template in templates where template.contains("{label}") {
      let text = words.replacingLabel(in: template)
      #expect(!text.contains("{label}"), "\(language): \(text)")
      #expect(text.first?.isLowercase != true, "\(language): \(text)")
    }
    for key in texts.keys where key.hasPrefix(FieldWords.key) {
      let name = String(key.dropFirst(FieldWords.key.count))
      #expect(templates.contains { $0.contains(name) }, "\(language): \(name)")
    }
  }

  /// A number has all plural forms of the language.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func everyPluralHasAllForms(_ language: String) throws {
    let texts = language == "en" ? Self.english : MessageCatalogue.builtIn(language) ?? [:]
    let forms = Localization(language).plural.categories.map(\.rawValue)
    for (code, text) in texts {
      try MessageTemplate(text).forEachPlural { (name, keys) throws(MessageTemplateError) in
        let named = keys.filter { !$0.hasPrefix("=") }
        // `{country, plural, =0 {…} other {…}}` only distinguishes whether there is one.
        if keys.contains("=0"), named == ["other"] { return }
        #expect(named == forms, "\(language) \(code) {\(name)}")
      }
    }
  }

  /// Sentences end with a full stop, words and separators do not, and there are no outer blanks.
  @Test(arguments: MessageCatalogue.builtInLanguages)
  func messagesAreCompleteSentences(_ language: String) throws {
    let texts = language == "en" ? Self.english : MessageCatalogue.builtIn(language) ?? [:]
    let end = language == "ja" ? "。" : "."
    let localization = Localization(language)
    for (code, text) in texts where !code.hasPrefix("list.") {
      let isWord =
        ["term.", "rule.", "one.", FieldWords.key].contains { code.hasPrefix($0) }
        && code != "term.readable"
      let shown = MessageTemplate(lenient: text).text([], in: localization)
      #expect(shown.hasSuffix(end) == !isWord, "\(language) \(code)")
      #expect(!shown.isEmpty && shown.first != " " && !shown.contains("  "), "\(language) \(code)")
    }
  }
}
