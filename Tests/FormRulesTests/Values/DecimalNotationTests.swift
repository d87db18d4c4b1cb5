import Testing

@testable import FormRules

/// Notations of decimal numbers: signs, groups and words around the digits.
@Suite struct DecimalNotationTests {
  private static let usd = FieldType.DecimalFormat(strip: ["$"])
  private static let ledger = FieldType.DecimalFormat(
    group: [","], strip: ["$", "USD"], negative: [.minus, .parentheses, .trailing, .credit])
  private static let french = FieldType.DecimalFormat(
    point: ",", group: FieldType.DecimalFormat.blanks, strip: ["€", "EUR", "%"],
    negative: [.minus])
  private static let swiss = FieldType.DecimalFormat(
    group: ["'", "’"], strip: ["CHF", ".-", ".–"])
  private static let indian = FieldType.DecimalFormat(
    group: [","], grouping: .indian, strip: ["₹", "Rs."])
  private static let credits = FieldType.DecimalFormat(negative: [.credit])
  private static let debits = FieldType.DecimalFormat(strip: ["SCR", "R"], negative: [.debit])
  private static let grouped = FieldType.DecimalFormat(group: [",", "\u{A0}"])

  @Test(
    arguments: [
      (usd, "-$5.00", "-5.00"), (usd, "$-5.00", "-5.00"), (usd, "+$5", "5"), (usd, "- $ 5", "-5"),
      (usd, "-5.00$", "-5.00"), (usd, "$ 5", "5"), (usd, "$5$", nil), (usd, "--$5", nil),
      (usd, "-$-5", nil), (usd, "5-$", nil), (usd, "$5-", nil), (usd, "($5)", nil), (usd, "$", nil),
      (usd, "-$", nil), (usd, "\u{2212}$5", nil), (usd, " $5", nil), (usd, "$5 ", nil),

      (ledger, "(5.00)", "-5.00"), (ledger, "($1,234.50)", "-1234.50"), (ledger, "$(5)", "-5"),
      (ledger, "(5) USD", "-5"), (ledger, "( 5 )", "-5"), (ledger, "5.00-", "-5.00"),
      (ledger, "5.00+", "5.00"), (ledger, "5.00 -", "-5.00"), (ledger, "5-USD", "-5"),
      (ledger, "USD 5-", "-5"), (ledger, "\u{2212}5", "-5"), (ledger, "5\u{2212}", "-5"),
      (ledger, "5.00 CR", "-5.00"), (ledger, "5.00 dr", "5.00"), (ledger, "5.00CR USD", "-5.00"),
      (ledger, "$5.00 Cr", "-5.00"), (ledger, "(0.00)", "0.00"), (ledger, "0-", "0"),
      (ledger, "(-5)", nil), (ledger, "-(5)", nil), (ledger, "-5-", nil), (ledger, "+5-", nil),
      (ledger, "(5) CR", nil), (ledger, "-5 CR", nil), (ledger, "5 CR DR", nil),
      (ledger, "(5", nil),
      (ledger, "5)", nil), (ledger, "()", nil), (ledger, "((5))", nil), (ledger, "CR", nil),
      (ledger, "CR 5", nil), (ledger, "5 XR", nil), (ledger, "-", nil), (ledger, "5 - 3", nil),

      (french, "1 234,50", "1234.50"), (french, "-1\u{A0}234\u{A0}567,5 €", "-1234567.5"),
      (french, "1\u{202F}234\u{A0}€", "1234"), (french, "12,5\u{A0}%", "12.5"),
      (french, "\u{2212}\u{A0}12,5 %", "-12.5"), (french, "% 12,5", "12.5"),
      (french, "999,00", "999.00"),
      (french, "1 234\u{A0}567", nil), (french, "1 23,5", nil), (french, "1  234", nil),
      (french, "0 123", nil), (french, "1 234 ", nil), (french, "12,5 ‰", nil),

      (swiss, "1'234.50", "1234.50"), (swiss, "CHF-1’234.50", "-1234.50"), (swiss, "12.-", "12"),
      (swiss, "CHF 12.–", "12"), (swiss, "1'234’567", nil), (swiss, ".-5", nil),
      (swiss, "-12.-", "-12"),

      (indian, "12,34,567.00", "1234567.00"), (indian, "₹ 1,23,456", "123456"),
      (indian, "-₹1,23,45,678.9", "-12345678.9"), (indian, "Rs.500", "500"),
      (indian, "1,234", "1234"),
      (indian, "12,345", "12345"), (indian, "1234567", "1234567"), (indian, "123,456", nil),
      (indian, "1,234,567", nil), (indian, "12,34", nil), (indian, "0,12,345", nil),

      (credits, "5 CR", "-5"), (credits, "5 DR", "5"), (credits, "5", "5"), (credits, "-5", nil),
      (credits, "+5", "5"), (debits, "5 DR", "-5"), (debits, "5 CR", "5"), (debits, "5 SCR", "5"),
      (debits, "5 SCR DR", "-5"), (debits, "R 5 DR", "-5"),

      (grouped, "-1\u{A0}234", "-1234"), (grouped, "- 1,234", nil), (grouped, "-1234", "-1234"),
      (FieldType.DecimalFormat(strip: ["No1", "No"]), "No15", "15"),
      (FieldType.DecimalFormat(strip: ["No1"]), "No1 5", "5"),
    ] as [(FieldType.DecimalFormat, String, String?)])
  func numbersAreReadOrRefused(
    _ format: FieldType.DecimalFormat, _ text: String, _ value: String?
  ) {
    #expect((try? format.read(text.utf8.span))?.description == value)
  }

  /// The notation of numbers in languages (Unicode CLDR 46, Latin digits): group, point and minus.
  private static let locales: [(group: String, point: String, minus: String)] = [
    (",", ".", "-"), (".", ",", "-"), ("\u{A0}", ",", "-"), ("\u{202F}", ",", "-"),
    ("\u{A0}", ",", "\u{2212}"), ("’", ".", "-"), ("’", ",", "-"), (".", ",", "\u{2212}"),
    (",", ".", "\u{2212}"), (" ", ".", "-"), ("\u{2009}", ".", "\u{2212}"), ("٬", ".", "-"),
  ]

  /// Amounts around the sign, the groups and the currency of every locale, and no other numbers.
  @Test(arguments: locales.indices) func amountsOfLocalesKeepTheirValue(_ index: Int) throws {
    let (group, point, minus) = Self.locales[index]
    let format = FieldType.DecimalFormat(
      scale: 2, point: point, group: [group], strip: ["€"], negative: [.minus, .parentheses])
    for whole in ["0", "7", "12", "999", "1000", "45678", "999999", "1234567", "10000000"] {
      var digits = ""
      for (position, digit) in whole.enumerated() {
        if position > 0, (whole.count - position) % 3 == 0 { digits += group }
        digits.append(digit)
      }
      let amount = "\(digits)\(point)50"
      for text in [amount, "€\u{A0}\(amount)", "\(amount)\u{202F}€"] {
        #expect(try format.read(text.utf8.span).description == "\(whole).50", "\(text)")
      }
      for text in ["\(minus)\(amount)", "\(minus)€\(amount)", "(\(amount)\u{A0}€)"] {
        #expect(try format.read(text.utf8.span).description == "-\(whole).50", "\(text)")
      }
      for text in ["\(amount)\(point)1", "\(digits)\(group)", "\(amount)\(minus)", "(\(amount)"] {
        #expect((try? format.read(text.utf8.span)) == nil, "\(text)")
      }
    }
  }

  /// What a format writes, it reads as the same number.
  @Test func writtenNumbersReadBack() throws {
    for notation in FieldType.DecimalFormat.NegativeNotation.allCases {
      for point in [".", ","] {
        let format = FieldType.DecimalFormat(point: point, negative: [notation])
        for number in ["-1234.5", "1234.5", "0", "-7"] {
          let text = format.text(ofCanonical: number)
          #expect(try format.read(text.utf8.span).description == number, "\(text)")
        }
      }
    }
    #expect(
      FieldType.DecimalFormat(negative: [.trailing, .minus]).text(ofCanonical: "-5") == "-5")
  }

  /// A format whose words would not all be read is refused.
  @Test func wordsAreLimited() throws {
    let words = (0..<65).map { "w\($0)x" }
    let largest = FieldType.DecimalFormat(strip: Array(words.prefix(64)))
    #expect(FieldType.decimal(largest).problems.isEmpty)
    #expect(try largest.read("\(words[63]) 5".utf8.span).description == "5")
    let problems = FieldType.decimal(.init(strip: words)).problems
    #expect(problems.map(\.message) == ["strip has 65 texts; it can have 64"])
  }

  /// The blanks next to words are those that `trim` removes.
  @Test func blanksAreTrimmed() {
    for scalar in (0...0xFFFF).compactMap(UnicodeScalar.init) {
      let text = "\(scalar)x\(scalar)"
      let bytes = Array(text.utf8)
      let isTrimmed = String(decoding: bytes[bytes.span.trimmedRange], as: UTF8.self) == "x"
      #expect(isTrimmed == String.blanks.unicodeScalars.contains(scalar), "\(scalar.value)")
    }
  }
}
