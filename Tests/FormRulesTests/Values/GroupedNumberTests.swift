import Testing

@testable import FormRules

/// The grammar of grouped numbers, the same in fields of type decimal and in the rules.
@Suite struct GroupedNumberTests {
  private let format = FieldType.DecimalFormat(point: ",", group: ["."])

  @Test(arguments: [
    ("1.234", "1234"), ("-12.345,6", "-12345.6"), ("123.456.789", "123456789"), ("0,123", "0.123"),
    ("1.000", "1000"), ("0012", "12"), ("0", "0"), ("0.123", nil), ("001.234", nil),
    ("01.234", nil), ("0.000", nil), ("-0.123", nil), ("000.000,5", nil), ("1234.567", nil),
    (".123", nil), ("1..234", nil), ("1.23", nil), ("1.234.", nil), ("1,234.567", nil),
  ])
  func grouped(_ text: String, _ number: String?) throws {
    let value = try? format.read(text.utf8.span)
    #expect(value?.description == number)
  }

  /// Every text of up to six characters, compared with a regular expression.
  @Test func fieldsAndRulesHaveOneGrammar() throws {
    let form = Form(name: "f", fields: [Field(name: "value", type: .text)])
    let rules: [any Rule] = try [
      bind(DecimalRule.self, ["point": ",", "group": "."], of: form),
      bind(NumberRule.self, ["point": ",", "group": "."], of: form),
    ]
    let grammar = /(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[0-9]*)(?:,[0-9]+)?/
    var texts = [""]
    var start = 0
    for _ in 1...6 {
      let end = texts.count
      for text in texts[start..<end] { texts += ["0", "1", ".", ","].map { text + $0 } }
      start = end
    }
    for text in texts.dropFirst() {
      let isNumber = try grammar.wholeMatch(in: text) != nil
      #expect(((try? format.read(text.utf8.span)) != nil) == isNumber, "\(text)")
      for rule in rules {
        #expect((code(rule, of: form, ["value": text]) == nil) == isNumber, "\(text)")
      }
    }
  }
}
