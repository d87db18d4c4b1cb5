import FormRules

/// The content of a backup.
public struct BackupReport: Sendable, Encodable {
  /// The path of the backup.
  public var path: String
  /// The number of forms.
  public var forms: Int
  /// The number of rule sets.
  public var ruleSets: Int
  /// The number of imports.
  public var imports: Int
  /// The number of submissions.
  public var submissions: Int
  /// The number of runs.
  public var runs: Int
  /// The number of uploaded files.
  public var files: Int
  /// The head of the hash chain.
  public var head: String?
  /// The size in bytes.
  public var size: Int
  /// Whether the log contains the backup: false if the store could not be written, and nil if it
  /// was not to be recorded.
  public var isRecorded: Bool?

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "file": path, "size": size, "forms": forms, "ruleSets": ruleSets, "imports": imports,
      "submissions": submissions, "runs": runs, "files": files, "head": head,
    ])
  }
}
