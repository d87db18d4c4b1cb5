/// Requires that a computed field has its computed value. Forms imply it for fields with `value`;
/// rule sets cannot name it.
struct ComputedRule: Rule {
  static let name = "computed"
  static let documentation = RuleDocumentation(
    "A computed field has the value that its expression has.",
    codes: [.init("computed", "{label} must equal {expression}.")], examples: [])

  private let value: ComputedValue
  var arguments: [MessageArgument] { [MessageArgument("expression", value.text)] }

  init(_ value: ComputedValue) { self.value = value }

  /// - Throws: Always, because a computed value belongs to the form.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    throw parameters.error("set 'value' of the field")
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch self.value.truth(record) {
    case .isTrue: .passes
    case .isFalse: .fails("computed")
    case .unknown: .undecided(.unknown)
    }
  }
}
