import GRDB

/// The operation that started a run.
///
/// As for `ImportKind`, an unknown kind means that the store was altered.
package enum RunKind: String, Sendable, CaseIterable, DatabaseValueConvertible {
  case `import`, intake, correction, replay
  /// A run that judged a file outside of formrec.
  case externalRun = "external"
}
