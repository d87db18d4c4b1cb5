/// The result of an export.
public struct ExportReport: Sendable {
  /// The number of submissions written.
  public var submissions = 0
  /// The files, each with its number of submissions.
  public var files: [ExportedFile] = []
  /// The fields that were masked.
  public var maskedFields: [String] = []
  /// The number of malformed records that were masked completely.
  public var maskedRecords = 0
  /// The number of submissions that were omitted because their cells had been purged by the end of
  /// the export.
  public var purged = 0
  /// Whether the log contains the export: false if the store could not be written, and nil if it
  /// was not to be recorded, or nothing was written.
  public var isRecorded: Bool?
}

/// A file that an export wrote.
public struct ExportedFile: Sendable, Equatable {
  /// The path.
  public var path: String
  /// The number of submissions in it.
  public var submissions: Int
}
