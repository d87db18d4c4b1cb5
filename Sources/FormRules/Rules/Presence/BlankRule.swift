/// Requires a missing or empty field. Typically used with `when`.
struct BlankRule: Rule {
  static let name = "blank"
  static let scope = RuleScope.presence
  static let documentation = RuleDocumentation(
    "The field is missing or empty.",
    discussion: """
      For fields that must stay empty under a condition (`when`), and for honeypot fields that \
      only bots fill in. White space counts as a value unless the field or the entry sets `trim: \
      true`.
      """,
    codes: [.init("blank", "{label} must be left empty.")],
    examples: [.init(accepts: [""], rejects: ["x", " ", "0"])])

  init(_ parameters: borrowing RuleParameters) {}

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    value.isBlank ? .passes : .fails("blank")
  }
}
