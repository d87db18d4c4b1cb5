#if Server
import FormRecorder
import FormRules

extension FormPost {
  /// What a post has stored.
  struct Outcome {
    let submission: Int64
    /// The errors that reject the submission or its correction, or nil if it is accepted.
    let rejection: [ReportedError]?
    /// Whether it is accepted, and the person sent all of its values.
    var isSender = false
    /// Whether the submission has corrections that the page did not show.
    var isMerged = false
  }

  /// Stores the record as the correction of the submission that the page showed again, if there
  /// is one that can be corrected. Returns nil if the record is a new submission.
  func storeCorrection(_ submission: SubmissionRequest) async throws -> Outcome? {
    let own = context.caller.submissionID
    let shown = token?.corrects?.number
    guard let corrected = own ?? shown else { return nil }
    var correction = CorrectionRequest([
      SubmissionPatch(corrected, own == nil ? entries.cells : entries.changes)
    ])
    // Changes that others have made since the page was shown must not be taken back.
    correction.base = shown
    correction.correctsAccepted = own != nil
    correction.listsVerdicts = own != nil
    correction.form = submission.form
    correction.rules = submission.rules ?? VersionReference(form.plan.ruleSet.name)
    correction.by = submission.by
    correction.localization = submission.localization
    correction.uploads = submission.uploads
    // With another key, the correction could replace a record of somebody else.
    correction.acceptsKeyChanges =
      own == nil && !submission.isAnonymous || form.form.supersession == .anyone
    let client = core.anonymousClient(of: request, context)
    let outcome = try await core.pools.writer.perform(for: client) {
      [correction] recorder -> Outcome? in
      do {
        let history = try recorder.correct(corrected, correction)
        guard let verdict = history.verdicts.last else { return nil }
        let isShown =
          shown == history.submissionID
          || shown == history.corrects && history.isSent(by: correction.by)
        return try Outcome(
          submission: history.submissionID,
          rejection: verdict.isAccepted ? nil : verdict.errors,
          isSender: verdict.isAccepted && isShown
            && recorder.isSent(history, by: correction.by),
          isMerged: shown != nil && !isShown)
      } catch let rejection as CorrectionRejection {
        return Outcome(submission: shown ?? corrected, rejection: rejection.errors)
      } catch let error where own == nil && Self.allowsNewSubmission(after: error) {
        return nil
      }
    }
    if let outcome {
      core.metrics.count(submissionTo: form.form.name, isRejected: outcome.rejection != nil)
    }
    return outcome
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
