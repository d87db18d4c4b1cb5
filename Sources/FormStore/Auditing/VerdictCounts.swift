/// The current results of one run for one import.
package struct VerdictCounts: Sendable, Equatable {
  package var runID: Int64
  package var planID: Int64
  package var importID: Int64
  package var counts = RunCounts()
  /// The rejected submissions by state. `valid` is 0.
  package var rejected = StateCounts()
  /// All submissions by state. Set only for current verdicts and all rules.
  package var all = StateCounts()
  /// The number of failures of each rule. The reader's codes count as separate rules.
  package var failures: [FailedRule: Int] = [:]
}
