import GRDB

/// The operation that started a run.
///
/// As for `ImportKind`, an unknown kind means that the store was altered.
package enum RunKind: String, Sendable, CaseIterable, DatabaseValueConvertible {
  case `import`, intake, correction, replay
  /// A run that judged a file outside of formrec.
  ///
  /// The stored value is sealed and never changes. Reports and views show `external`.
  case externalRun = "judged"

  /// The kind in reports.
  package var name: String { self == .externalRun ? "external" : rawValue }
}
