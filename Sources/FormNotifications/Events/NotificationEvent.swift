/// A kind of event that webhooks and mail report.
public enum NotificationEvent: String, Sendable, CaseIterable {
  /// A single submission was accepted.
  case submissionAccepted = "submission.accepted"
  /// A single submission was rejected.
  case submissionRejected = "submission.rejected"
  /// Corrections were recorded.
  case submissionCorrected = "submission.corrected"
  /// A file was imported.
  case importFinished = "import.finished"
  /// An import was retracted.
  case importRetracted = "import.retracted"
  /// The retraction of an import was undone.
  case importReinstated = "import.reinstated"
  /// A replay ended.
  case runFinished = "run.finished"
}
