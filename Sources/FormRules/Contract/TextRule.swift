/// A rule whose result depends only on the text of a value.
package protocol TextRule: Rule {
  /// Returns whether a text satisfies the rule.
  ///
  /// - Parameter text: As for `Rule.evaluate`.
  func evaluate(_ text: Span<UInt8>) -> RuleResult
}

extension TextRule {
  @inline(__always)
  package func evaluate(
    _ value: Value, _ text: Span<UInt8>, in record: borrowing RecordContext
  ) -> RuleResult {
    evaluate(text)
  }
}
