/// The counts over all records of an input for the rules that need them (`CountingRule`), by the
/// position of the rule.
///
/// Safe to send because only one thread at a time uses it: the one that counts, and then the one
/// that judges.
package final class CountedRecords: @unchecked Sendable {
  /// The counts by rule position.
  package let byRule: [Int: any RuleCounts]

  /// The positions of the rules that count in this pass, ascending.
  package private(set) var counting: [Int]

  package init(_ byRule: [Int: any RuleCounts]) {
    self.byRule = byRule
    counting = byRule.keys.sorted()
  }

  /// Ends a pass over the input. Returns whether another pass is needed.
  package func endPass() -> Bool {
    counting.removeAll { byRule[$0]?.endPass() != true }
    return !counting.isEmpty
  }

  /// Whether the pass needs more records.
  package var needsRecords: Bool { counting.contains { byRule[$0]?.needsRecords == true } }

  /// The error of the storage, if any. Verdicts after it are invalid.
  package var error: SpillError? { byRule.values.lazy.compactMap(\.error).first }
}

/// What one rule counts in one run. It belongs to one thread at a time.
package protocol RuleCounts: AnyObject {
  /// The number of leading bits of a hash that identify a group of values, such as 80. Zero if all
  /// values of the input are compared.
  var groupBits: Int { get }

  /// The maximum length in bytes of the texts that results need, or zero if they need none.
  var longestText: Int { get }

  /// Adds records with equal values.
  ///
  /// - Parameters:
  ///   - count: The number of records.
  ///   - text: The text of the value.
  func add(_ hash: Hash128, count: Int, _ text: Span<UInt8>)

  /// Whether the pass needs more records.
  var needsRecords: Bool { get }

  /// Ends a pass over the input. Returns whether another pass is needed, in which `count` is called
  /// for the same records again.
  func endPass() -> Bool

  /// The error of the storage, if any. Verdicts after it are invalid.
  var error: SpillError? { get }
}
