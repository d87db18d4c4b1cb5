import FormModels
import Testing

@testable import FormRules

/// The formats of data do not apply to constants in definitions.
@Suite struct CanonicalConstantTests {
  private static let form = Form(
    name: "f",
    fields: [
      Field(
        name: "value",
        type: .decimal(.init(scale: 3, point: ",", group: ["."], strip: ["EUR", " "])))
    ])

  private static let constants: [(String, DefinitionNode, String, String)] = [
    ("range", ["max": "1.500"], "1,5", "1,501"), ("range", ["max": "1500"], "1.500", "1.500,5"),
    ("in", ["1.5", "2"], "1,500", "1.500"), ("equals", "1.5", "1,50", "15"),
    ("notIn", ["1500"], "1,5", "1.500"), ("between", ["from": "1.5", "to": "2"], "1,5", "1,4"),
    ("before", "1.5", "1,4", "1,5"), ("multipleOf", "0.5", "1,5", "1,6"),
  ]

  @Test(arguments: constants.indices)
  func numbersHaveAPointAndNoGrouping(_ index: Int) throws {
    let (name, parameters, accepted, rejected) = Self.constants[index]
    let type = try #require(RuleRegistry.rule(named: name))
    let rule = try bind(type, parameters, of: Self.form)
    #expect(code(rule, of: Self.form, ["value": accepted]) == nil)
    #expect(code(rule, of: Self.form, ["value": rejected]) != nil)
  }

  @Test(arguments: ["1,5", "1.500,00", "1.500.000", "1.5 EUR"])
  func localizedNumbersAreRefused(_ text: String) {
    #expect(bindingError(RangeRule.self, ["max": .text(text)], of: Self.form) != nil)
  }

  /// Two formats may read a text as the same day, but not as two days.
  @Test func ambiguousDatesAreRefused() {
    let form = Form(
      name: "f",
      fields: [
        Field(
          name: "value",
          type: .date(formats: [DateFormat("dd/MM/yyyy")!, DateFormat("MM/dd/yyyy")!]))
      ])
    for text in ["2026-03-02", "31/03/2026", "03/31/2026", "03/03/2026"] {
      #expect(bindingError(RangeRule.self, ["min": .text(text)], of: form) == nil, "\(text)")
    }
    #expect(
      bindingError(RangeRule.self, ["min": "02/03/2026"], of: form)
        == "'range': '02/03/2026' is several values in the formats of field value; write it in "
        + "ISO 8601")
    #expect(bindingError(InRule.self, ["02/03/2026"], of: form)?.contains("ISO 8601") == true)
    #expect(bindingError(RangeRule.self, ["min": "32/03/2026"], of: form) != nil)
  }

  private static let notations: [(FieldType, [String], [String?])] = [
    (.decimal(.init(point: ",", group: ["."])), ["1.5", "1500", "+2"], ["1,5", "1500", "+2"]),
    (.decimal(.init(negative: [.parentheses])), ["-5", "5"], ["(5)", "5"]),
    (.decimal(.init(point: ",")), ["1,5"], [nil]),
    (.date(formats: [DateFormat("dd.MM.yyyy")!]), ["2026-01-31"], ["31.01.2026"]),
    (.date(formats: [DateFormat("dd.MM.yy")!]), ["2026-01-31", "1950-01-31"], ["31.01.26", nil]),
    (
      .date(formats: [DateFormat("dd.MM.yy")!, DateFormat("dd.MM.yyyy")!]),
      ["2026-01-31", "1950-01-31"], ["31.01.26", "31.01.1950"]
    ),
    (.time(formats: [TimeFormat("HH:mm:ss.S")!]), ["10:00:00.25"], ["10:00:00.250"]),
    (.datetime(), ["2026-01-31T10:00"], ["2026-01-31T10:00"]),
    (.time(formats: [TimeFormat("h:mm a")!]), ["22:00", "22:00:01"], ["10:00 PM", nil]),
    (
      .datetime(formats: [DateTimeFormat("dd.MM.yyyy HH:mm")!]), ["2026-01-31T10:00:00Z"],
      ["31.01.2026 10:00"]
    ),
    (.boolean(.init(yes: ["ja"], no: ["nein"])), ["JA", "true"], ["JA", nil]),
    (.text, ["", " a"], ["", " a"]), (.list(separator: ";"), ["a;b"], ["a;b"]),
    (.integer, ["02", "x"], ["02", nil]),
  ]

  /// Fields read what they are offered as the constant.
  @Test(arguments: notations.indices)
  func constantsAreWrittenInTheNotationOfTheField(_ index: Int) {
    let (type, constants, texts) = Self.notations[index]
    #expect(constants.map(type.text(ofConstant:)) == texts)
  }

  @Test func textsOfEqualValuesAreEqual() {
    func areEqual(_ type: FieldType, _ a: String, _ b: String, trim: Bool = false) -> Bool {
      Field(name: "f", type: type, trim: trim).areEqual(a, b)
    }
    #expect(areEqual(.boolean(), "yes", "TRUE") && !areEqual(.boolean(), "yes", "no"))
    #expect(areEqual(.integer, "02", "2") && !areEqual(.integer, " 2", "2"))
    #expect(areEqual(.integer, " 2", "2", trim: true) && !areEqual(.integer, "x", "y"))
    #expect(areEqual(.decimal(.init(point: ",")), "1,50", "1,5"))
    #expect(areEqual(.decimal(), "", "") && !areEqual(.decimal(), "", "0"))
    #expect(!areEqual(.text, "\u{e9}", "e\u{301}"))
    #expect(areEqual(.text, "a", "a") && !areEqual(.text, "a", "A") && !areEqual(.list(), "a", "b"))
  }

  @Test func messagesFormatConstantsLikeTheField() throws {
    let rule = try bind(RangeRule.self, ["max": "1500.25"], of: Self.form)
    #expect(rule.arguments.first?.value == "1500,25")
    let listed = try bind(InRule.self, ["1.5", "2"], of: Self.form)
    #expect(listed.arguments.first?.value == "1,5, 2")
    let dates = Form(
      name: "f", fields: [Field(name: "value", type: .date(formats: [DateFormat("dd.MM.yyyy")!]))])
    let before = try bind(BeforeRule.self, "2026-01-31", of: dates)
    #expect(before.arguments.first?.value == "31.01.2026")
    let early = try bind(
      BeforeRule.self, "0999-01-31",
      of: Form(
        name: "f", fields: [Field(name: "value", type: .date(formats: [DateFormat("dd.MM.yy")!]))]))
    #expect(early.arguments.first?.value == "0999-01-31")
    let steps = try bind(MultipleOfRule.self, ["step": "0.25", "offset": "1.5"], of: Self.form)
    #expect(steps.arguments.map(\.value) == ["0,25", "1,5"])
    let whole = try bind(MultipleOfRule.self, "0.50", of: Self.form)
    #expect(whole.arguments.map(\.value) == ["0,50", "0"])
  }

  /// `strip` removes the listed texts in any order, and the blanks next to them.
  @Test(arguments: [
    (["EUR"], false, ["5EUR", "EUR5", "5 EUR", "EUR\u{A0}5"], [" 5", "5 EUR ", "5EUREUR"]),
    (["EUR", " "], false, ["5 EUR", "EUR 5", "5EUR", " 5", "5"], ["EUR EUR 5", " 5 "]),
    (["EUR"], true, ["5 EUR", " EUR\u{A0}5 "], ["5 EUR EUR"]),
  ])
  func stripRemovesTheListedTexts(
    _ words: [String], _ trims: Bool, _ accepted: [String], _ rejected: [String]
  ) throws {
    let validator = try Validator(as: .decimal(.init(strip: words)), trim: trims)
    for text in accepted { #expect(validator.validate(text).isValid, "\(text)") }
    for text in rejected { #expect(!validator.validate(text).isValid, "\(text)") }
  }
}
