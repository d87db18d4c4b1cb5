/// Requires a value: the field is neither missing nor empty. White space alone is a value unless
/// field or entry trims.
struct RequiredRule: Rule {
  static let name = "required"
  static let scope = RuleScope.presence
  static let documentation = RuleDocumentation(
    "The field has a value.",
    discussion: """
      A field that the form itself requires (`required: true`) needs no such entry; the rule is \
      for fields that are required under a condition, or in some rule sets only. Blanks count as a \
      value unless the field or the entry says `trim: true`. When it fails, the field's other \
      rules are left out.
      """,
    codes: [.init("required", "{label} is required.")],
    examples: [
      .init(accepts: ["x", " ", "0"], rejects: [""]),
      .init(type: .integer, accepts: ["0"], rejects: [""]),
    ])

  init(_ parameters: borrowing RuleParameters) {}

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    value.isBlank ? .fails("required") : .passes
  }
}

extension RuleEntry {
  /// There is a value.
  public static var required: RuleEntry { RuleEntry("required") }
}
