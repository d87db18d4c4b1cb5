import FormDefinitions
import FormRules

/// A column whose value is determined by the values of other columns in most records.
package struct Dependency: Sendable {
  /// The positions of the columns.
  package var determinants: [Int]
  package var dependent: Int
  package var modes: GroupModes
  /// The reliability of the dependency, corrected for chance.
  package var strength: Double
  /// Whether the dependency passes all thresholds. Otherwise it is only reported for review.
  package var isConvincing: Bool
  /// Whether the records report the values of several sources, which contradict each other.
  package var isContested = false

  /// The rule of the dependent field, as YAML on one line.
  ///
  /// - Parameter names: The names of the determining columns.
  package func yaml(on names: [String]) -> String {
    let keys = names.map(\.yamlScalar).joined(separator: ", ")
    return isContested
      ? "depends: {on: [\(keys)], atLeast: 2, share: plurality, minority: 100%, "
        + "missing: fail, ties: fail}"
      : blanks > 0 ? "depends: {on: [\(keys)], missing: fail}" : "depends: [\(keys)]"
  }

  /// The number of records without a value in groups that have one, or 0 if there are so many that
  /// they are no exceptions.
  package var blanks: Int {
    let records = Double(modes.groupedRecords + modes.blanks)
    let isExceptional = Double(modes.blanks) <= (1 - DependencySearch.leastAgreement) * records
    return isExceptional && !isContested ? modes.blanks : 0
  }

  /// The number of cells in the minority of their group, as defined by the rule `depends`.
  package var minority: Int {
    modes.conflicts.reduce(0) { sum, conflict in
      sum
        + conflict.others.reduce(0) {
          $0 + (Self.isMinority($1.count, of: conflict) ? $1.count : 0)
        }
    }
  }

  /// The records that contain the cells in the minority.
  ///
  /// - Parameters:
  ///   - groups: The groups from which the modes were computed.
  ///   - values: The position of the dependent column's value in each record.
  func minorityRecords(_ groups: GroupedRecords, _ values: [UInt32]) -> [Int] {
    modes.conflicts.flatMap { conflict in
      let minorities = Set(
        conflict.others.filter { Self.isMinority($0.count, of: conflict) }.map(\.value))
      return groups.records(of: conflict.group).map(Int.init)
        .filter { minorities.contains(values[$0]) }
    }
  }

  /// Whether a value that occurs `count` times is in the minority, as defined by the rule `depends`
  /// without parameters.
  static func isMinority(_ count: Int, of conflict: GroupModes.Conflict) -> Bool {
    let thresholds = MinorityThresholds()
    return thresholds.accepts(modeCount: conflict.modeCount, of: conflict.count)
      && thresholds.isMinority(count, modeCount: conflict.modeCount)
  }
}
