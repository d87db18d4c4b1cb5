/// Requires text that is a week of a year (ISO 8601).
struct ISOWeekRule: TextRule {
  static let name = "isoWeek"
  static let documentation = RuleDocumentation(
    "The text is a week of a year, such as 2026-W05.",
    discussion: """
      Weeks are numbered as in ISO 8601 and written as in `<input type=week>` of HTML. A year has \
      52 weeks, or 53 if it begins on a Thursday, or on a Wednesday in a leap year.
      """,
    types: ["text"],
    codes: [
      .init(
        "isoWeek.invalid",
        "{label} must be a week{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: ["2026-W05", "2026-W53", "2020-W53", "2024-W52"],
        rejects: [
          "2025-W53", "2026-W00", "2026-W54", "2026W05", "2026-W05-1", "2026-w05", "2026-05",
          "2026", "2026-W5", " 2026-W05",
        ])
    ])

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {}

  var samples: [[String]] { [["2026-W05"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    var reader = ISO8601Reader(text)
    return text.count == 8 && reader.date() == .week && reader.isAtEnd
      ? .passes : .fails("isoWeek.invalid")
  }
}
