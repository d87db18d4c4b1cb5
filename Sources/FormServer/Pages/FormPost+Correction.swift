#if Server
import FormRecorder
import FormRules

extension FormPost {
  /// Stores the record as the correction of the submission that the page showed again, if there
  /// is one that can be corrected. Returns nil if the record is a new submission.
  func storeCorrection(
    _ submission: SubmissionRequest, _ core: ServerCore
  ) async throws -> PostedSubmission? {
    let own = context.caller.submissionID
    let shown = token?.corrects
    guard let corrected = own ?? shown else { return nil }
    var correction = SingleCorrection(
      of: corrected, own == nil ? entries.cells : entries.changes)
    // Changes that others have made since the page was shown must not be taken back.
    correction.request.base = shown
    correction.request.correctsAccepted = own != nil
    correction.request.listsVerdicts = own != nil
    correction.request.form = submission.form
    correction.request.rules = submission.rules
    correction.request.by = submission.by
    correction.request.localization = submission.localization
    correction.request.uploads = submission.uploads
    // With another key, the correction could replace a record of somebody else.
    correction.request.acceptsKeyChanges =
      own == nil && !submission.isAnonymous || form.form.supersession == .anyone
    let client = core.anonymousClient(of: request, context)
    let stored = try await core.withSubmissionLimit(for: client) {
      try await core.pools.writer.perform { [correction] recorder, _ -> PostedSubmission? in
        do {
          return PostedSubmission(try correction.store(recorder))
        } catch let rejection as SingleCorrection.Rejection {
          return PostedSubmission(
            notStored: rejection, shown ?? corrected, correction.request)
        } catch let error where own == nil && Self.allowsNewSubmission(after: error) {
          return nil
        }
      }
    }
    if let stored {
      core.metrics.count(submissionTo: stored.form, isRejected: stored.isRejected)
    }
    return stored
  }

  /// Whether a record whose correction has failed is stored as a new submission: the other one can
  /// no longer be corrected, for example because it was purged or corrected in the meantime. A
  /// conflict is left to the person, because a new submission would duplicate or replace the other
  /// correction.
  private static func allowsNewSubmission(after error: any Error) -> Bool {
    switch error {
    case CorrectionRefusal.conflict: false
    case is CorrectionRefusal: true
    case let error as RecorderError: error.reason == .usage || error.reason == .refused
    default: false
    }
  }
}
#endif
