#if Server
import FormBytes
import FormRecorder
import FormRules

/// The errors of a correction that was not stored, because the submission is accepted and the
/// correction would not be.
struct CorrectionRejection: Error {
  let errors: [ReportedError]
}

extension Recorder {
  /// Stores the correction of one submission, which is imported like a returned export with one
  /// record, unless it changes nothing.
  ///
  /// - Returns: The history of the correction, or of the latest one if nothing was stored.
  /// - Throws: `CorrectionRefusal` if the recorder refuses the correction, for example because the
  ///   submission is closed. `CorrectionRejection` if an accepted submission may be corrected, but
  ///   not to this.
  func correct(_ submission: Int64, _ request: CorrectionRequest) throws -> SubmissionHistory {
    let report = try importCorrections(request)
    let corrections = report.corrections ?? CorrectionCounts()
    if let refused = corrections.refused.first { throw refused.reason }
    if report.isRefused {
      throw CorrectionRejection(errors: corrections.verdicts.flatMap(\.errors))
    }
    let stored = try corrections.imports.first.flatMap { try firstSubmission(ofImport: $0) }
    return try history(
      of: stored ?? latestCorrection(of: submission) ?? submission, in: request.localization)
  }

  /// Whether a person sent a submission and all those that it corrects, and so all of its values.
  func isSent(_ submission: SubmissionHistory, by person: String?) throws -> Bool {
    let reader = try histories()
    var submission = submission
    while submission.isSent(by: person) {
      guard let corrected = submission.corrects else { return true }
      submission = try reader.history(of: corrected)
    }
    return false
  }
}

extension SubmissionHistory {
  /// Whether a person sent the submission, and not a file.
  func isSent(by person: String?) -> Bool {
    by?.utf8Bytes == person?.utf8Bytes && fileName == nil
  }
}
#endif
