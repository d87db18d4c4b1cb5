import FormBytes
import FormRules
import FormStore

extension Recorder {
  /// Copies a snapshot of the store to a file, and verifies the copy before it gets its name. An
  /// import may run concurrently.
  ///
  /// Uploaded files are copied to a folder next to the copy, with the copy's name and the suffix
  /// `-files`. If the copy replaces another one, files in the folder that the store does not have
  /// and to which no submission refers, such as those of purged submissions, are deleted.
  ///
  /// - Parameters:
  ///   - replacing: Whether an existing file may be replaced.
  ///   - isRecorded: Whether the log, which the copy contains, records the copy.
  ///   - by: The operator who makes the copy. Only recorded copies have one.
  ///   - reason: The reason for the copy. Only recorded copies have one.
  /// - Throws: `RecorderError` if the file exists and is not to be replaced, cannot be written, or
  ///   differs from the store.
  public func backUp(
    to path: String, replacing: Bool = false, isRecorded: Bool = false, by: String? = nil,
    reason: String? = nil
  ) throws(RecorderError) -> BackupReport {
    let report = try withStore { store in
      try ReplacedDatabase.requireNoChanges(beside: path)
      let file = try OutputFile(
        path: path, replacing: replacing, protecting: store, isPrivate: true)
      let wasRecorded =
        try isRecorded
        ? recordCopy(of: "the database to \(path)", Attribution(by: by, reason: reason)) : nil
      try store.copy(to: file.temporaryPath, name: path)
      try file.synchronize()
      let verified = try RunningVerification(store: Store(readingAt: file.temporaryPath)).run { _ in
      }
      if let problem = verified.problem {
        throw RecorderError(
          .refused, "\(path): the copy is incomplete and was not kept: \(problem.description)")
      }
      let contents = try Store(readingAt: file.temporaryPath).contents()
      // Copied after the snapshot, so that all files to which it refers exist.
      let copiedFiles = SubmittedFiles(database: path)
      let names = try SubmittedFiles(database: database).copy(to: copiedFiles)
      let purgedNames =
        replacing
        ? try copiedFiles.unusedNames(in: Store(readingAt: file.temporaryPath), except: names) : []
      try file.publish()
      // Only now, because the replaced copy refers to them.
      try copiedFiles.remove(purgedNames)
      return BackupReport(
        path: path, forms: contents.forms, ruleSets: contents.ruleSets, imports: contents.imports,
        submissions: contents.submissions, runs: contents.runs, files: names.count,
        head: contents.head, size: FileStatus(path: path, followsLinks: true)?.size ?? 0,
        isRecorded: wasRecorded)
    }
    if report.isRecorded == true { try emptyWAL() }
    return report
  }
}

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
