import FormModels
import Testing

@testable import FormRules

/// Messages of failures whose codes and messages are defined by cause and by nested rules.
@Suite struct RuleCauseTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(name: "mail", label: "E-mail", type: .text), Field(name: "card", type: .text),
    ])

  /// The errors of a text: code and message.
  private func errors(
    _ entry: RuleEntry, _ text: String, presets: [Preset] = [], language: String = "en"
  ) throws -> [String] {
    var ruleSet = RuleSet(
      name: "r", form: "f", fields: [FieldRules(field: "mail", rules: [entry])])
    ruleSet.presets = presets
    let validator = try FormValidator(Self.form, ruleSet)
    return validator.validate(["mail": text], in: Localization(language)).errors
      .map { "\($0.code): \($0.message)" }
  }

  @Test func presetsFailWithTheCodeOfTheNestedRule() throws {
    #expect(
      try errors(.use("atg.email"), "x") == [
        "invalidEmail: E-mail must be an email address."
      ])
    #expect(
      try errors(.use("atg.email"), "x", language: "de")[0].hasPrefix("invalidEmail: „E-mail“ "))
    #expect(
      try errors(.use("ngr.lengthRange", ["min": 2, "max": 3]), "abcd") == [
        "MSGTooLong: E-mail must have at most 3 UTF-16 units, not 4."
      ])
    #expect(
      try errors(.use("atg.length", ["min": 2, "max": 3]), "abcd") == [
        "lengthOutOfRange: E-mail must have at most 3 characters, not 4."
      ])
    #expect(
      try errors(.use("atg.length", ["min": 2, "max": 3]), "a") == [
        "lengthOutOfRange: E-mail must have at least 2 characters, not 1."
      ])
    #expect(
      try errors(.all(.email(), .length(max: 3)), "a@b.example") == [
        "length.tooLong: E-mail must have at most 3 characters, not 11."
      ])
    #expect(try errors(.use("fvs.email"), "").count == 1)
    let catalogue = try MessageCatalogue(
      language: "en", codes: ["lengthOutOfRange": "{label}: length"])
    let validator = try FormValidator(
      Self.form,
      RuleSet(
        name: "r", form: "f",
        fields: [FieldRules(field: "mail", rules: [.use("atg.length", ["min": 2])])]))
    let found = validator.validate(
      ["mail": "x"], in: Localization("en", catalogues: [catalogue]))
    #expect(found.errors.map(\.message) == ["E-mail: length"])
    #expect(
      try errors(.use("ajw.equal", ["other": "b"]).message("{label}: {failed} of {preset}"), "a")
        == ["equals.different: E-mail: equals.different of ajw.equal"])
  }

  @Test func nestedRulesOfOneKindAreDistinguished() throws {
    let rule = RuleEntry.all(
      .pattern("[a-z].*").code("bad"), .pattern(".*[0-9]").code("bad"),
      .length(min: 3).code("bad"))
    #expect(try errors(rule, "A1") == ["bad: E-mail must match the pattern [a-z].*."])
    #expect(try errors(rule, "a") == ["bad: E-mail must match the pattern .*[0-9]."])
    #expect(try errors(rule, "a1") == ["bad: E-mail must have at least 3 characters, not 2."])
    #expect(try errors(rule.code("own"), "a") == ["own: E-mail must match the pattern .*[0-9]."])
  }

  @Test func customCodesKeepTheMessage() throws {
    let rule = RuleEntry.length(min: 2, max: 3).code("length")
    #expect(try errors(rule, "a") == ["length: E-mail must have at least 2 characters, not 1."])
    #expect(try errors(rule, "abcd") == ["length: E-mail must have at most 3 characters, not 4."])
    #expect(
      try errors(rule, "a", language: "de")
        == ["length: „E-mail“ muss mindestens 2 Zeichen haben, nicht 1."])
  }

  @Test func codesAndMessagesOfSingleCauses() throws {
    let card = RuleEntry.paymentCard(types: [.visa])
      .message(["paymentCard.invalid": "{label}: no card", "paymentCard.notAccepted": "Visa only"])
      .message(["paymentCard.invalid": "{label}: keine Karte"], language: "de")
      .code(["paymentCard.notAccepted": "wrongCard"])
    #expect(try errors(card, "1") == ["paymentCard.invalid: E-mail: no card"])
    #expect(try errors(card, "5105105105105100") == ["wrongCard: Visa only"])
    #expect(try errors(card, "1", language: "de") == ["paymentCard.invalid: E-mail: keine Karte"])
    #expect(try errors(card, "5105105105105100", language: "de") == ["wrongCard: Visa only"])
    let general = card.message("no").code("no")
    #expect(try errors(general, "1") == ["no: E-mail: no card"])
    let preset = RuleEntry.use("ngr.lengthRange", ["min": 2, "max": 3])
      .message(["MSGTooLong": "{label}: at most {max}"])
    #expect(try errors(preset, "abcd") == ["MSGTooLong: E-mail: at most 3"])
    #expect(try errors(preset, "a")[0].hasPrefix("MSGTooShort: E-mail must have at least 2 "))
  }

  @Test func presetsHaveMessagesOfTheirOwn() throws {
    let preset = try Preset(
      "sku",
      [
        [
          "pattern": "[A-Z]{3}", "message": "{label}: three capitals", "message.de": "{label}: ABC",
        ],
        ["length": ["max": 3], "message": ["length.tooLong": "long", "other": "wrong"]],
      ])
    #expect(
      try errors(.use("sku"), "x", presets: [preset]) == [
        "pattern.mismatch: E-mail: three capitals"
      ])
    #expect(
      try errors(.use("sku"), "x", presets: [preset], language: "de")
        == ["pattern.mismatch: E-mail: ABC"])
    #expect(
      try errors(.use("sku").message("own"), "x", presets: [preset], language: "de")
        == ["pattern.mismatch: own"])
  }

  @Test(
    arguments: [
      (.length(max: 3).code(["length.long": "x"]), "unknown code of 'length': 'length.long'"),
      (.length(max: 3).message(["length.long": "x"]), "unknown code of 'length': 'length.long'"),
      (.use("atg.email").message(["invalidEmial": "x"]), "unknown code of 'use': 'invalidEmial'"),
      (.use("atg.length").message("{mim}"), "unknown name in a message: 'mim'"),
    ] as [(RuleEntry, String)])
  func unknownCodesAreErrors(_ entry: RuleEntry, _ message: String) {
    let error = #expect(throws: DefinitionErrors.self) { try errors(entry, "x") }
    #expect(error?.errors.first?.message.hasPrefix(message) == true, "\(error.debugDescription)")
  }

  /// Rendered messages of every rule and preset are whole sentences in every language.
  @Test(.requiresPCRE2, arguments: MessageCatalogue.builtInLanguages)
  func descriptionsAreCompleteSentences(_ language: String) throws {
    let bound = try Self.bound.get()
    #expect(bound.count > 400)
    let localization = Localization(language)
    for (name, rule) in bound {
      let words = rule.description(
        field: rule.field.map { _ in Field(name: "value", type: .text) }, in: localization)
      let filled = words.replacing(/the pattern .*/, with: "")
      // `depends` and `resembles` need the counts of all records.
      let counts = name.hasPrefix("depends") || name.hasPrefix("resembles")
      #expect(
        words.contains("…") == counts && !words.hasSuffix(": \(rule.defaultCode)"),
        "\(name): \(words)")
      #expect(
        rule.arguments.contains { $0.value.contains("{") } || !filled.contains("{")
          || rule.causes.contains { $0.arguments.contains { $0.value.contains("{") } },
        "\(name): \(words)")
      #expect(!words.contains("9223372036854775807"), "\(name): \(words)")
    }
  }

  /// Every rule and preset, bound as in its examples.
  private static let bound = Result {
    var bound: [(name: String, rule: PlanRule)] = []
    for rule in RuleRegistry.all {
      for example in rule.documentation.examples {
        bound += try plan(RuleEntry(rule.name, example.parameters), example.form, rule.scope)
      }
    }
    for preset in PresetRegistry.all {
      let node = try PresetTests.entry(preset)
      let types: [FieldType] = [.text, .decimal(), .datetime(), .list(), .boolean(), .file]
      let plans = types.compactMap { type in
        try? plan(
          RuleEntry("use", node),
          Form(name: "f", fields: [Field(name: "value", type: type)]), .field)
      }
      bound += try #require(plans.first, "\(preset.name)")
    }
    return bound
  }

  private static func plan(
    _ entry: RuleEntry, _ form: Form, _ scope: RuleScope
  ) throws -> [(name: String, rule: PlanRule)] {
    var ruleSet = RuleSet(name: "r", form: form.name)
    if scope == .record {
      ruleSet.recordRules = [entry]
    } else {
      ruleSet.fields = [FieldRules(field: form.fields[0].name, rules: [entry])]
    }
    let plan = try Plan(form: form, ruleSet: ruleSet)
    return plan.rules.filter { $0.entry != nil }.map {
      ("\(entry.rule) \(entry.parameters.map { "\($0)" } ?? "")", $0)
    }
  }
}
