/// Requires a value: the field is neither missing nor empty. White space counts as a value unless
/// the field or the entry sets `trim: true`.
struct RequiredRule: Rule {
  static let name = "required"
  static let scope = RuleScope.presence
  static let isPrerequisite = true
  static let documentation = RuleDocumentation(
    "The field has a value.",
    discussion: """
      A field that the form itself requires (`required: true`) does not need this rule; use it for \
      fields that are required only under a condition or in some rule sets. White space counts as \
      a value unless the field or the entry sets `trim: true`. When this rule fails, the other \
      rules of the field are not evaluated.
      """,
    codes: [.init("required", "{label} is required.")],
    examples: [
      .init(accepts: ["x", " ", "0"], rejects: [""]),
      .init(type: .integer, accepts: ["0"], rejects: [""]),
    ])

  init() {}

  init(_ parameters: borrowing RuleParameters) {}

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    value.isBlank ? .fails("required") : .passes
  }
}
