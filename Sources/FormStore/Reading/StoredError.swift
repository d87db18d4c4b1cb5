/// A stored error.
package struct StoredError: Sendable, Equatable {
  package var submission: Int64
  /// The rule's position in the plan; 0 is the reader.
  package var rule: Int
  /// The code, or nil for the rule's default.
  package var code: String?
  /// A JSON object, or nil.
  package var arguments: String?

  package init(submission: Int64, rule: Int, code: String?, arguments: String?) {
    self.submission = submission
    self.rule = rule
    self.code = code
    self.arguments = arguments
  }
}
