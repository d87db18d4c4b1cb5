import Testing

@testable import FormRules

/// The choice among texts in several languages.
@Suite struct LocalizationTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "a", label: "Age", type: .integer).changed {
        $0.labelTranslations = ["de": "Alter", "de-AT": "Lebensalter"]
      },
      Field(name: "b", type: .text, required: true),
    ])

  private func rule(_ entry: (inout RuleEntry) -> Void = { _ in }) throws -> PlanRule {
    var range = RuleEntry("range", ["max": 9])
    entry(&range)
    let plan = try Plan(
      form: Self.form,
      ruleSet: RuleSet(name: "r", form: "f", fields: [FieldRules(field: "a", rules: [range])]))
    return try #require(plan.rules.first { $0.ruleName == "range" })
  }

  private func message(
    _ rule: PlanRule, _ language: String, _ catalogues: [MessageCatalogue] = []
  ) -> String {
    rule.message(
      code: rule.defaultCode == "range.tooSmall" ? "range.tooLarge" : rule.defaultCode,
      field: Self.form.fields[0], in: Localization(language, catalogues: catalogues))
  }

  @Test(arguments: [
    ("en", "Age must be at most 9."), ("de", "„Alter“ darf höchstens 9 sein."),
    ("de-CH", "„Alter“ darf höchstens 9 sein."), ("de_AT", "„Lebensalter“ darf höchstens 9 sein."),
    ("DE", "„Alter“ darf höchstens 9 sein."), ("xx", "Age must be at most 9."),
  ])
  func builtInMessagesAreUsed(_ language: String, _ expected: String) throws {
    #expect(message(try rule(), language) == expected)
  }

  @Test func ruleSetMessagesPrecedeCatalogues() throws {
    let own = try rule {
      $0.message = "{label}: own, {max}"
      $0.messageTranslations = ["de": "{label}: eigen", "pt-BR": "{label}: próprio"]
    }
    #expect(message(own, "en") == "Age: own, 9")
    #expect(message(own, "de-AT") == "Lebensalter: eigen")
    #expect(message(own, "pt-br") == "Age: próprio")
    #expect(message(own, "pt") == "Age: own, 9")
    #expect(message(own, "fr") == "Age: own, 9")
  }

  private static let german = try! MessageCatalogue(
    language: "de", codes: ["range.tooLarge": "Code"], fields: ["a": ["range.tooLarge": "Feld"]],
    rules: ["a.range": "Regel"])

  @Test func customCataloguesPrecedeBuiltInOnes() throws {
    var catalogue = Self.german
    #expect(message(try rule(), "de", [catalogue]) == "Regel")
    catalogue.rules = [:]
    #expect(message(try rule(), "de-AT", [catalogue]) == "Feld")
    catalogue.fields = ["b": ["range.tooLarge": "x"]]
    #expect(message(try rule(), "de", [catalogue]) == "Code")
    #expect(message(try rule(), "en", [catalogue]) == "Age must be at most 9.")
    catalogue.codes = ["range.tooSmall": "x"]
    #expect(message(try rule(), "de", [catalogue]) == "„Alter“ darf höchstens 9 sein.")
  }

  @Test func ruleMessagesPrecedeCodeMessages() throws {
    let own = try rule { $0.message = "own" }
    var catalogue = Self.german
    #expect(message(own, "de", [catalogue]) == "Regel")
    (catalogue.rules, catalogue.fields) = ([:], [:])
    #expect(message(own, "de", [catalogue]) == "own")
    let translated = try rule { $0.messageTranslations = ["de": "eigen"] }
    #expect(message(translated, "de", [Self.german]) == "eigen")
  }

  @Test func nearestAndLastCatalogueIsUsed() throws {
    let catalogues = [
      try MessageCatalogue(language: "de-AT", codes: ["range.tooLarge": "AT"]),
      try MessageCatalogue(language: "de", codes: ["range.tooLarge": "erst"]),
      try MessageCatalogue(language: "DE", codes: ["range.tooLarge": "dann"]),
    ]
    #expect(message(try rule(), "de", catalogues) == "dann")
    #expect(message(try rule(), "de-AT", catalogues) == "AT")
  }

  @Test func customMessagesAndLabelsAreUsed() throws {
    let catalogue = try MessageCatalogue(
      language: "en", codes: ["term.today": "this day", "list.separator": " / "],
      fields: ["b": ["label": "Bee"]])
    let localization = Localization("en", catalogues: [catalogue])
    #expect(localization.label(of: Self.form.fields[1]) == "Bee")
    #expect(
      localization.text(MessageArgument("a", terms: ["today", "now", "x"])) == "this day / now / x")
    #expect(
      Localization("de").text(MessageArgument("a", fields: Self.form.fields)) == "Alter, b")
    #expect(Localization("ja").text(MessageArgument("a", list: ["1", "2"])) == "1、2")
  }

  @Test(arguments: ["de", "de-AT", "pt_BR", "EN", "en-GB", "no", "nb"])
  func builtInLanguagesAreKnown(_ language: String) {
    #expect(Localization(language).isKnown)
  }

  @Test func otherLanguagesRequireACatalogue() throws {
    #expect(!Localization("xx").isKnown)
    #expect(!Localization("deu").isKnown)
    #expect(Localization("xx", catalogues: [try MessageCatalogue(language: "xx")]).isKnown)
    #expect(!Localization("xx", catalogues: [try MessageCatalogue(language: "xy")]).isKnown)
    #expect(Localization("no").tags == ["no", "nb"])
  }

  @Test(arguments: [
    ("de", true), ("pt-BR", true), ("zh-Hant-TW", true), ("gsw", true), ("german", false),
    ("d", false), ("", false), ("de-", false), ("de_AT", false), ("1a", false),
  ])
  func languageTagsAreRecognized(_ tag: String, _ isTag: Bool) {
    #expect(Localization.isTag(tag) == isTag)
  }

  @Test func descriptionUsesTheMessageWithMostArguments() throws {
    let rule = try rule()
    #expect(rule.description(field: Self.form.fields[0]) == "Age must be at most 9.")
    let german = rule.description(field: Self.form.fields[0], in: Localization("de"))
    #expect(german == "„Alter“ darf höchstens 9 sein.")
  }
}
