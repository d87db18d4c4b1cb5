/// New texts of fields of a submission, which are taken literally.
package struct SubmissionPatch: Sendable, Equatable {
  /// The submission that the patch is based on.
  package var submissionID: Int64
  /// The texts by field.
  package var fields: [String: String]

  package init(_ submission: Int64, _ fields: [String: String]) {
    self.submissionID = submission
    self.fields = fields
  }
}
