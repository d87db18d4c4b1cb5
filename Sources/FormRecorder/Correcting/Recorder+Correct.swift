import FormRules
import FormStore

extension Recorder {
  /// Imports an edited export as corrections. Each record with changed cells becomes a correction
  /// of the submission that it names, or of that submission's last correction. It is judged by the
  /// current rules with the parameters of the original, and closes the failure if it is accepted.
  ///
  /// An unchanged mask stands for the original value. `unique` rules compare with the submission's
  /// import without the submission itself; limits do not apply. Importing the same file again finds
  /// no changes. The store is locked against other writers during the import, but not while
  /// services are requested.
  ///
  /// - Returns: The result. If changes look unintended, such as columns that were sorted
  ///   separately, the report is marked as refused and contains the suspicious changes, and nothing
  ///   is stored.
  /// - Throws: `RecorderError` if the file cannot be read, has no column `_submission`, or names no
  ///   known submission. Nothing is stored in these cases.
  public func importCorrections(
    _ request: CorrectionRequest, _ callbacks: ImportCallbacks = ImportCallbacks()
  ) throws(RecorderError) -> ImportReport {
    var dryRunContent = DryRunContent()
    dryRunContent.hasLaterFiles = false
    return try importCorrections(request, after: &dryRunContent, callbacks)
  }

  /// Imports one of several edited exports. In a dry run, it is judged as if the files before it
  /// were stored.
  ///
  /// - Parameter dryRunContent: What the files before it would store; a dry run of the file adds to
  ///   it.
  /// - Throws: `RecorderError`, as `importCorrections(_:_:)` does.
  public func importCorrections(
    _ request: CorrectionRequest, after dryRunContent: inout DryRunContent,
    _ callbacks: ImportCallbacks
  ) throws(RecorderError) -> ImportReport {
    try requireDatabase()
    // Read before the lock is taken, because a pipe may be slow.
    let input = try CorrectionInput(request)
    let access = try storeAccess(request.attribution, isDryRun: request.isDryRun)
    let store = access.store
    return try mappingErrors {
      var answers: ServiceAnswers?
      for _ in 0..<Self.requestAttempts + input.readings[0].rows.count {
        // All groups are judged against the same state.
        let report = try store.keepingLock {
          // One transaction for all reads of the definitions and the first rows.
          let correction = try store.snapshot {
            try Correction(self, from: input, in: access, callbacks: callbacks, answers: answers)
          }
          let report = try correction.run(after: &dryRunContent)
          answers = correction.answers
          return report
        }
        if let report {
          if !report.isRefused { try access.writable?.storeStagedDefinitions() }
          return report
        }
        // No lock is held while services are requested.
        guard answers?.sendOpen() == true else { throw RecorderError.requestsStopped }
      }
      throw RecorderError(
        .busy(process: nil),
        "\(request.path): submissions that it corrects were changed during service requests; import it again"
      )
    }
  }
}
