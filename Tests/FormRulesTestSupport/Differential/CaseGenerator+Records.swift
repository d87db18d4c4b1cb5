import FormBytes
import FormRules

extension CaseGenerator {
  /// Texts for a field of a type: common ones, and those at the limits of the type.
  func pool(_ type: FieldType) -> [String] {
    switch type {
    case .text, .file:
      [
        "a", "b", "ab", "A", "DE", "de", "o'x", "abc def", " a ", "\u{A0}a", "é", "e\u{301}",
        "\u{1F1E9}\u{1F1EA}", "\u{1F600}", "a@b", "10", "red", "a\u{0}b", "x\ny", "dothan",
        "dothxn",
        "unit A", "unit B", "birmingham", "birminghxm",
      ]
    case .integer:
      [
        "0", "1", "-1", "+1", "007", "5", "10", "-0", "120", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "64", "63", "-64",
      ]
    case .decimal(let format) where format.point == ",":
      ["1,5", "1,50", "0,00", "EUR 5", "5 €", "1.000,25", "10", "-1", "1,505", "1.00"]
    case .decimal:
      [
        "0", "1.5", "1.50", "-1.5", "0.1", "00.10", "5", "10", "-0.0",
        "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
      ]
    case .number: ["0", "-0.0", "1e3", "1000", "0.1", "1.5", "5e-324", "1e400", "10"]
    case .boolean(let words): words.yes + words.no + ["TRUE", "true", "Ja"]
    case .date(formats: []):
      ["2026-01-31", "2026-06-15", "2025-12-31", "2024-02-29", "2023-02-29", "0001-01-01"]
    case .date:
      ["31.01.2026", "15.06.2026", "15-Jun-26", "1-jan-68", "30.02.2026", "2026-01-31"]
    case .time: ["09:30", "09:30:00", "23:59:59", "00:00:00.5", "24:00", "09:30:00.000"]
    case .datetime:
      [
        "2026-01-31T09:30:00Z", "2026-01-31T10:30:00+01:00", "2026-06-15T12:00:00Z",
        "2026-06-15 12:00", "2026-01-31T00:00:00Z", "2025-12-31T23:59:59.999Z",
      ]
    case .list(let separator): ["a", "b", "a\(separator)b", separator, "a,b;c", "DE"]
    }
  }

  private static let garbage = [
    "x", " ", "  ", "\u{3000}", "\u{FEFF}", "NA", "-", "0", "12.5", "\"", "1,5", "é", "\u{0}",
    "2026-13-01", String(repeating: "ä", count: 70), "=1+1",
  ]

  /// Cells with values of the type and of other types, blanks, words for missing values,
  /// repetitions.
  mutating func makeRecords(_ count: Int) {
    let isJSON = chance(25)
    for _ in 0..<count {
      var cells: [DifferentialCase.GivenCell] = []
      for (index, field) in differential.form.fields.enumerated() {
        if chance(25), let earlier = differential.records.last?[index] {
          cells.append(earlier)
        } else {
          cells.append(cell(pools[index], field.type, isJSON: isJSON))
        }
      }
      differential.records.append(cells)
    }
  }

  private mutating func cell(
    _ pool: [String], _ type: FieldType, isJSON: Bool
  ) -> DifferentialCase.GivenCell {
    if chance(8) { return .missing }
    var text = chance(10) ? pick(Self.garbage) : pick(pool)
    if chance(8) { text = "" }
    if chance(8) { text = " \(text)\t" }
    guard isJSON else { return .init(kind: .string, text: text) }
    if case .list = type, chance(70) {
      let texts = [[], ["a"], ["a", "b"], ["DE", "", "é"], ["x,y"], [#"\u0061"#, #"\""#]]
      let items = pick(texts).map { "\"\($0)\"" }
      return .init(kind: .array, text: "[\(items.joined(separator: pick([",", ", "])))]")
    }
    if chance(3) { return .init(kind: .object, text: #"{"a":1}"#) }
    if ["true", "false"].contains(text) { return .init(kind: .boolean, text: text) }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty, chance(50) {
      return .init(kind: .number, text: text)
    }
    return .init(kind: .string, text: text)
  }
}
