/// The reason why a value does not satisfy a rule.
package struct Failure: Error, Equatable {
  /// The stable code of the failure, such as `length.tooLong`. It must be one of the codes that the
  /// rule documents.
  package var code: String
  /// The arguments of the message that are not parameters of the rule, such as the length found.
  /// Never the value itself.
  package var arguments: [MessageArgument]
  /// The index of the cause, for rules with nested rules; nil means the cause of the code.
  var cause: Int?

  /// Creates a failure. `arguments` contains only arguments that depend on the value.
  package init(_ code: String, _ arguments: [MessageArgument] = []) {
    self.code = code
    self.arguments = arguments
  }
}
