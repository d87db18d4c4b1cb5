/// What a rule answers when a value does not satisfy it.
package struct Failure: Error, Equatable {
  /// The stable machine name of what went wrong, such as `length.tooLong`. One of the codes that the
  /// rule documents.
  package var code: String
  /// What the message needs beyond the rule's own parameters, such as the length found. Never the
  /// value itself.
  package var arguments: [MessageArgument]
  /// Which of the rule's causes it is, for rules that have others inside; nil: the one of the code.
  var cause: Int?

  /// A failure; the arguments only where they depend on the value.
  package init(_ code: String, _ arguments: [MessageArgument] = []) {
    self.code = code
    self.arguments = arguments
  }
}
