/// The operation that started a run.
public enum RunKind: String, Sendable, CaseIterable {
  /// An import of a file or stream.
  case `import`
  /// Single submissions.
  case intake
  /// Corrections.
  case correction
  /// Judging stored submissions again.
  case replay
  /// The import of an external run, whose rejected records were judged again.
  case externalRun = "external"
}
