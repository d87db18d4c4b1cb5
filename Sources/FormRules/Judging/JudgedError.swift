/// The failure of a rule for a record.
package struct JudgedError: Sendable {
  /// The record's position in its batch, from 0.
  package let record: Int32
  /// The rule's position in the plan.
  package let rule: Int32
  /// The error code.
  package let code: String
  /// The message arguments besides the rule's own.
  package let arguments: [MessageArgument]
  /// The severity of the failure.
  package let severity: Severity
}
