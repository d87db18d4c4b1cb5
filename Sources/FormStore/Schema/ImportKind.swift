// The schema permits no other kind. A later version that adds one also changes the schema, so this
// program refuses its stores (`StoreError.newer`). A kind that is unknown therefore means that the
// store was altered.

/// The kind of an import.
public enum ImportKind: String, Sendable, CaseIterable {
  /// A file.
  case file
  /// Standard input, or another pipe.
  case stream
  /// The single submissions of one form, plan, parameters, scenario and day.
  case intake
  /// Corrections of submissions.
  case correction
  /// The rejected records of an external run.
  case externalRun = "external"
}
