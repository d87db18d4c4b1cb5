/// Requires that a field is blank while the condition under which it is shown does not hold. Forms
/// imply it for fields with `show`; rule sets cannot name it.
struct HiddenRule: Rule {
  static let name = "hidden"
  static let documentation = RuleDocumentation(
    "A field that is shown under a condition has a value only if the condition holds.",
    codes: [.init("hidden", "{label} must be left empty unless {condition}.")], examples: [])

  private let condition: Expression
  var arguments: [MessageArgument] { [MessageArgument("condition", condition.text)] }

  init(_ condition: Expression) { self.condition = condition }

  /// - Throws: Always, because a condition belongs to the form.
  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    throw parameters.error("set 'show' of the field")
  }

  func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    switch condition.truth(record) {
    case .isTrue: return .passes
    case .isFalse: return .fails("hidden")
    case .unknown:
      // A mistyped value has an error of its own, and the condition may hold once it is corrected.
      for field in condition.fields where record.value(of: field).isInvalid {
        return .undecided(.unknown)
      }
      return .fails("hidden")
    }
  }
}
