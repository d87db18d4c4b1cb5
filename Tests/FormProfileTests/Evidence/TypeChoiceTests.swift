import FormRules
import Testing

@testable import FormProfile

/// The type of a column.
@Suite struct TypeChoiceTests {
  /// The expected type, the values of most cells, and exceptions.
  static let types: [(String, [String], [String])] = [
    ("integer", ["1", "-2", "30"], []),
    ("integer", ["1", "2", "30"], ["3x", "x7"]),
    // A single decimal makes it a column of decimals.
    ("decimal", ["1", "2"], ["2.5"]),
    ("decimal", ["1,234.50", "12.00"], []),
    ("decimal", ["12,5", "0,25"], []),
    // Leading zeros indicate a code.
    ("text", ["01234", "55555"], []),
    ("boolean", ["yes", "no", "Yes"], ["yxs"]),
    // A third word that repeats is a category.
    ("text", ["yes", "no"], ["unsure", "unsure", "unsure", "unsure", "unsure"]),
    ("text", ["1", "2"], ["at large", "at large", "at large", "at large", "at large"]),
    // Exceptions with a unit are numbers; letters before a number make it a code.
    ("integer", ["1", "2"], (0..<30).map { "\($0) kg" }),
    ("text", ["1", "2"], (0..<30).map { "R+\($0)" }),
    ("text", ["1", "2"], (0..<30).map { "0\($0)A" }),
    ("text", ["1", "2"], (0..<30).map { "\($0)A" }),
    ("text", ["5", "6"], (0..<30).map { "<\($0)" }),
    ("date", ["2026-01-31", "2026-02-01"], []),
    ("date", ["31.01.2026", "01.02.2026"], ["2026-02-01"]),
    ("time", ["8:30", "10:45"], []),
    ("time", ["7:16 a.m.", "9:32 p.m."], ["12/02/2011 6:55 a.m."]),
    ("datetime", ["2026-01-31T10:00:00Z", "2026-01-31 10:00"], []),
    ("text", ["a", "b"], []),
    ("number", ["1.5e3", "2"], []),
  ]

  @Test(arguments: types)
  func typesAreChosen(_ type: String, _ values: [String], _ exceptions: [String]) throws {
    let cells = (0..<300).map { values[$0 % values.count] } + exceptions
    #expect(try ProfiledTable(column: cells).column.type.type.name == type)
  }

  @Test func columnsWithFewCellsHaveNoExceptions() throws {
    #expect(try ProfiledTable(column: (1...38).map(String.init) + ["x"]).column.type.type == .text)
    #expect(try ProfiledTable(column: (1...39).map(String.init)).column.type.type == .integer)
  }

  @Test func daysAndMonthsCanBeAmbiguous() throws {
    let ambiguous = try ProfiledTable(column: (1...60).map { "\($0 % 12 + 1)/\($0 % 11 + 1)/2026" })
    #expect(ambiguous.column.type.isAmbiguous)
    let certain = try ProfiledTable(column: (1...60).map { "\($0 % 28 + 1)/\($0 % 11 + 1)/2026" })
    #expect(!certain.column.type.isAmbiguous)
    #expect(certain.column.type.type.formatPatterns.first == "d/M/yyyy")
  }

  /// Notations of amounts: the expected format, or nil if the column has no numbers, and values.
  static let amounts: [(FieldType.DecimalFormat?, [String])] = [
    (
      .init(point: ",", group: ["\u{202F}"], strip: ["€"]),
      ["1\u{202F}234,50\u{A0}€", "12,00\u{A0}€", "1\u{202F}234\u{202F}567,00\u{A0}€"]
    ),
    (.init(point: ",", group: [" "]), ["1 234,5", "12", "-1 234 567"]),
    (.init(group: ["'"], strip: ["CHF"]), ["CHF 1'200.00", "CHF 7.50"]),
    (.init(point: ",", strip: ["%"]), ["12,5 %", "7,25%"]),
    (.init(group: [","], strip: ["$"], negative: [.parentheses]), ["$1,200.00", "($5.00)", "$7"]),
    (
      .init(group: [","], negative: [.minus, .trailing]),
      ["1,200.00", "5.00-", "7", "-3", "8", "9"]
    ),
    (.init(group: [","], negative: [.minus]), ["1,200.00", "\u{2212}5.00"]),
    (.init(group: [","], grouping: .indian, strip: ["₹"]), ["₹12,34,567.00", "₹1,200"]),
    (.init(strip: ["EUR", "€"]), ["12.50 EUR", "7.25 EUR", "8.75 €"]),
    (.init(strip: ["kg"]), ["12 kg", "7.5 kg", "8"]),
    // Different currencies and units are different amounts.
    (nil, ["$5", "€6"]), (nil, ["5 kg", "600 g"]),
    // Codes.
    (nil, ["123 456 789", "987 654 321"]), (nil, ["030 123", "040 1 234"]), (nil, ["9A", "7B"]),
    (nil, ["Ward 5", "Ward 6"]), (nil, ["(1)", "(2)"]), (nil, ["+49 170", "+44 180"]),
  ]

  @Test(arguments: amounts)
  func amountsAreNumbers(_ format: FieldType.DecimalFormat?, _ values: [String]) throws {
    let cells = (0..<300).map { values[$0 % values.count] }
    let choice = try ProfiledTable(column: cells).column.type
    #expect(choice.type == format.map { .decimal($0) } ?? .text)
    #expect(choice.amounts?.count == format.map { _ in 300 })
    let few = try ProfiledTable(column: values).column.type
    #expect(few.type == format.map { .decimal($0) } ?? .text)
  }

  @Test func amountsHaveExactExtremes() throws {
    let column = try ProfiledTable(column: ["1 200,10 €", "7,05 €", "-3,50 €"]).column
    #expect(column.numbers.smallest.first?.text == "-3.50")
    #expect(column.numbers.largest.first?.text == "1200.10")
  }

  /// Hours beyond 24 have the shape of times but are not times.
  @Test func impossibleValuesAreTypeExceptions() throws {
    let hours = (0..<1000).map { "\(10 + $0 % 20):15" }
    #expect(try ProfiledTable(column: hours).column.type.type == .text)
  }

  @Test func wordsForMissingValuesAreFound() throws {
    let table = try ProfiledTable(
      [["n", "t"]] + (0..<300).map { ["\($0 % 9 == 0 ? "NA" : "\($0)")", $0 % 2 == 0 ? "-" : "b"] })
    #expect(table.analysis.missingWords == ["NA"])
    #expect(table.column.blank == 34)
    #expect(table.column.type.type == .integer)
  }

  private static func numbers(_ count: Int) -> [String] { (0..<count).map { "\(1 + $0)" } }
  private static func words(_ count: Int) -> [String] { (0..<count).map { letters($0) } }
  private static func letters(_ number: Int) -> String {
    String("abcdefghij".dropFirst(number / 10).prefix(1) + "klmnopqrst".dropFirst(number % 10))
  }

  /// Cells just within and just outside of each bound, with the type and the weaker type.
  static let bounds: [(name: String, cells: [String], type: String, weaker: String?)] = [
    ("95 %", numbers(95) + words(5), "integer", nil),
    ("94 %", numbers(94) + words(6), "text", "integer"),
    ("a type of half of the cells", numbers(50) + words(50), "text", "integer"),
    ("a type of fewer cells", numbers(49) + words(51), "text", nil),
    ("40 cells", numbers(39) + ["x"], "integer", nil),
    ("39 cells", numbers(38) + ["x"], "text", "integer"),
    ("55 % without a unit", numbers(44) + numbers(36).map { "\($0) kg" }, "integer", nil),
    ("53.8 % without a unit", numbers(43) + numbers(37).map { "\($0) kg" }, "text", "integer"),
    ("1 % impossible", (0..<99).map { "\(10 + $0 % 10):15" } + ["25:15"], "time", nil),
    ("2 % impossible", (0..<98).map { "\(10 + $0 % 10):15" } + ["25:15", "26:15"], "text", "time"),
    ("1 % codes", numbers(99) + ["07"], "text", nil),
    ("less than 1 % codes", numbers(100) + ["07"], "integer", nil),
    ("two cells of each word", ["yes", "no", "yes", "no"], "boolean", nil),
    ("one cell of a word", ["yes", "no", "yes"], "text", nil),
    ("95 % of two words", (0..<57).map { $0 % 2 == 0 ? "yes" : "no" } + words(3), "boolean", nil),
    ("94.9 % of two words", (0..<56).map { $0 % 2 == 0 ? "yes" : "no" } + words(3), "text", nil),
  ]

  @Test(arguments: bounds)
  func boundsAreInclusive(
    _ name: String, _ cells: [String], _ type: String, _ weaker: String?
  ) throws {
    let choice = TypeChoice(try ProfiledTable(column: cells).statistics.columns[0])
    #expect(choice.type.name == type)
    #expect(choice.weaker?.name == weaker)
  }
}
