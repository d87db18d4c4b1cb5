/// The counts over all records of an input for the rules that need them (`CountingRule`), by the
/// position of the rule.
///
/// Safe to send because only one thread at a time uses it: the one that counts, and then the one
/// that judges.
package final class CountedRecords: @unchecked Sendable {
  /// The counts by rule position.
  package let byRule: [Int: any RuleCounts]

  package init(_ byRule: [Int: any RuleCounts]) { self.byRule = byRule }

  /// Ends a pass over the input. Returns whether another pass is needed.
  package func endPass() -> Bool {
    // Every rule must end its pass.
    byRule.values.map { $0.endPass() }.contains(true)
  }

  /// The error of the storage, if any. Verdicts after it are invalid.
  package var error: SpillError? { byRule.values.lazy.compactMap(\.error).first }
}

/// What one rule counts in one run. It belongs to one thread at a time.
package protocol RuleCounts: AnyObject {
  /// Ends a pass over the input. Returns whether another pass is needed, in which `count` is called
  /// for the same records again.
  func endPass() -> Bool

  /// The error of the storage, if any. Verdicts after it are invalid.
  var error: SpillError? { get }
}
