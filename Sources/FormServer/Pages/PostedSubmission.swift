#if Server
import FormRecorder
import FormRules

/// A submission from a page with its verdict.
struct PostedSubmission {
  let submissionID: Int64
  let form: String
  let errors: [ReportedError]
  let isRejected: Bool

  init(_ report: SubmissionReport) {
    (submissionID, form) = (report.submissionID, report.form)
    (errors, isRejected) = (report.errors, report.isRejected)
  }

  /// A correction that was not stored, because its submission is accepted.
  init(notStored rejection: SingleCorrection.Rejection, _ id: Int64, _ request: CorrectionRequest) {
    (submissionID, form) = (id, request.form?.name ?? "")
    (errors, isRejected) = (rejection.errors, true)
  }

  /// Returns nil if the submission has no verdict.
  init?(_ correction: SubmissionHistory) {
    guard let verdict = correction.verdicts.last else { return nil }
    (submissionID, form) = (correction.submissionID, correction.form)
    (errors, isRejected) = (verdict.errors, !verdict.isAccepted)
  }
}
#endif
