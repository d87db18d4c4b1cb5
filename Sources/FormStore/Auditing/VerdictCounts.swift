/// The current results of one run for one import, or for its single submissions of one source.
package struct VerdictCounts: Sendable, Equatable {
  package var runID: Int64
  package var planID: Int64
  package var importID: Int64
  /// The source of single submissions, if they are counted by source.
  package var source: String?
  package var counts = RunCounts()
  /// The rejected submissions by state. `valid` is 0.
  package var rejected = StateCounts()
  /// All submissions by state. Set only for current verdicts and all rules.
  package var all = StateCounts()
  /// The number of failures of each rule. The reader's codes count as separate rules.
  package var failures: [FailedRule: Int] = [:]
}

/// The number of submissions in each state.
package struct StateCounts: Sendable, Equatable {
  /// Accepted and current.
  package var valid = 0
  /// Rejected and current.
  package var open = 0
  /// Rejected and current, with all rejecting failures waived.
  package var waived = 0
  package var corrected = 0
  /// Not corrected, and superseded by a later delivery.
  package var superseded = 0
  /// Neither corrected nor superseded, and purged.
  package var purged = 0

  /// Counts an exception.
  ///
  /// - Parameter state: The first letter of its state in ASCII, or 0 for none.
  mutating func add(_ state: Int64) {
    switch UInt8(truncatingIfNeeded: state) {
    case UInt8(ascii: "c"): corrected += 1
    case UInt8(ascii: "s"): superseded += 1
    case UInt8(ascii: "p"): purged += 1
    case UInt8(ascii: "w"): waived += 1
    default: open += 1
    }
  }
}

/// How an import was judged when it was received.
package struct DeliveryVerdicts: Sendable, Equatable {
  /// By the bytes of the source of single submissions. Other submissions have none of their own.
  package var rejected: [[UInt8]?: Int]
  package var rules: String
  package var version: Int
}
