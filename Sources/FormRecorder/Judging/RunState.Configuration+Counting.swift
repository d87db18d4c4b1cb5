import FormRules
import FormStore

extension RunState.Configuration {
  /// Counts the records of a run before they are judged, for the rules that compare each record
  /// with counts over all of them. Does nothing if there are no such rules.
  ///
  /// - Parameters:
  ///   - unevaluated: The positions of rules that are not evaluated.
  ///   - mayQuote: Whether errors may contain the values of a field, by its position; nil if they
  ///     must not contain any.
  ///   - pass: Counts all records with the given configuration. It is called once or, to collect
  ///     the values that errors contain, twice.
  mutating func countRecords(
    for plan: Plan, without unevaluated: Set<Int> = [], mayQuote: ((Int) -> Bool)?,
    _ pass: (RunState.Configuration) throws -> Void
  ) throws {
    let counted = plan.makeCounts(self, without: unevaluated) { mayQuote?($0) ?? false }
    guard let counted else { return }
    self.counted = counted
    repeat { try pass(self) } while counted.endPass()
    if let error = counted.error { throw RecorderError(.refused, error.message) }
  }
}

extension Plan {
  /// - Throws: `RecorderError` if a rule compares each record with all records, which are not
  ///   available.
  func requireNoCounts(for what: String) throws(RecorderError) {
    guard let position = countingRulePositions.first else { return }
    throw RecorderError(
      .refused,
      "rule '\(rules[position].id)' (\(rules[position].ruleName)) compares each record with all records "
        + "of its file, so \(what) cannot be evaluated; remove the rule, or check or import the "
        + "whole file")
  }
}
