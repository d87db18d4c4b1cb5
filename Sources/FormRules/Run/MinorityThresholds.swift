/// When a value contradicts the majority of its group: the parameters of the rule `depends`.
package struct MinorityThresholds: Sendable, Equatable {
  /// The minimum number of records in a group. Smaller groups are weak evidence.
  package var atLeast = 3
  /// The share of the group that the mode must exceed, or nil if it must only be more frequent than
  /// every other value.
  package var share: Percentage? = 50
  /// A value that occurs more than once is in the minority if its count is at most this share of
  /// the mode's count.
  package var minority: Percentage = 25

  /// Whether all values of a group contradict each other if several are most frequent.
  package var ties = false

  package init() {}

  /// Whether the mode of a group is frequent enough.
  ///
  /// - Parameters:
  ///   - modeCount: The count of the mode, which must be the only value with this count.
  ///   - size: The number of records in the group.
  package func accepts(modeCount: Int, of size: Int) -> Bool {
    size >= atLeast && (share?.isExceeded(by: modeCount, of: size) ?? true)
  }

  /// Whether a value other than the mode is in the minority.
  package func isMinority(_ count: Int, modeCount: Int) -> Bool {
    count == 1 || !minority.isExceeded(by: count, of: modeCount)
  }
}
