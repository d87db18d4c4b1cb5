/// A request to retract a finished import.
public struct RetractionRequest: Sendable {
  /// The import: of a file, a stream, or corrections.
  public var importID: Int64
  /// Whether the import must contain corrections. Nil: either is retracted.
  public var isCorrection: Bool?
  /// The operator and the reason.
  public var by, reason: String
  /// Whether corrections of its records are retracted, too.
  public var includesDependents = false
  /// Whether to undo the retraction of the import, and of the corrections that were retracted with
  /// it.
  public var isUndo = false
  /// Whether to report without storing anything.
  public var isDryRun = false

  /// Creates a request.
  public init(importID: Int64, by: String, reason: String) {
    self.importID = importID
    self.by = by
    self.reason = reason
  }
}
