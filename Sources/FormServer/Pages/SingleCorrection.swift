#if Server
import FormRecorder
import FormRules

/// The correction of one submission, which is imported like a returned export with one record.
struct SingleCorrection: Sendable {
  let submissionID: Int64
  /// The conditions and the record.
  var request: CorrectionRequest

  /// - Parameter cells: The texts of the corrected fields by name.
  init(of submission: Int64, _ cells: [String: String]) {
    self.submissionID = submission
    request = CorrectionRequest([SubmissionPatch(submission, cells)])
  }

  /// The errors of a correction that was not stored, because the submission is accepted and the
  /// correction would not be.
  struct Rejection: Error {
    let errors: [ReportedError]
  }

  /// Stores the correction, unless it changes nothing.
  ///
  /// - Returns: The history of the correction, or of the latest one if nothing was stored.
  /// - Throws: `CorrectionRefusal` if the recorder refuses the correction, for example because the
  ///   submission is closed. `Rejection` if an accepted submission may be corrected, but not to
  ///   this.
  func store(_ recorder: Recorder) throws -> SubmissionHistory {
    let report = try recorder.importCorrections(request)
    let corrections = report.corrections ?? CorrectionCounts()
    if let refused = corrections.refused.first { throw refused.reason }
    if report.isRefused { throw Rejection(errors: corrections.verdicts.flatMap(\.errors)) }
    let stored = try corrections.imports.first.flatMap {
      try recorder.firstSubmission(ofImport: $0)
    }
    return try recorder.history(
      of: stored ?? recorder.latestCorrection(of: submissionID) ?? submissionID,
      in: request.localization)
  }
}
#endif
