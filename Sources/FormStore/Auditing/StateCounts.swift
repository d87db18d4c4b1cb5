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
