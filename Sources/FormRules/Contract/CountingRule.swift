/// A rule that compares each record with counts over all records of the input. A first pass over
/// the input counts before any record is judged, so verdicts do not depend on the order of records.
///
/// The counted records are those for which the rule could be evaluated: its field has a value of
/// its type, and `when` is true. The results of other rules (`needs`, `stop`) have no influence on
/// the counts.
package protocol CountingRule: Rule {
  /// Creates the rule's counts for one run.
  ///
  /// - Parameters:
  ///   - storage: The storage for counts that exceed memory.
  ///   - collectsTexts: Whether the counts include values, for messages.
  func makeCounts(
    spillingTo storage: (any SpillStorage)?, collectsTexts: Bool
  ) -> any RuleCounts

  /// Adds the records of a column to the counts.
  func count(_ column: borrowing RuleColumn, into counts: any RuleCounts)
}

extension CountingRule {
  package static var canBeNested: Bool { false }
  package var countingRule: (any CountingRule)? { self }
}
