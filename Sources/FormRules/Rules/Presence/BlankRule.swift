/// Requires that there is no value: the field is missing or empty. Mostly used with `when`.
struct BlankRule: Rule {
  static let name = "blank"
  static let scope = RuleScope.presence
  static let documentation = RuleDocumentation(
    "The field is missing or empty.",
    discussion: """
      For fields that must not be filled in under a condition (`when`), and for traps that only \
      robots fill in. Blanks count as a value unless the field or the entry says `trim: true`.
      """,
    codes: [.init("blank", "{label} must be left empty.")],
    examples: [.init(accepts: [""], rejects: ["x", " ", "0"])])

  init(_ parameters: borrowing RuleParameters) {}

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    value.isBlank ? .passes : .fails("blank")
  }
}

extension RuleEntry {
  /// There is none.
  public static var blank: RuleEntry { RuleEntry("blank") }
}
