import FormRules

/// The verdict of a changed record.
package struct CorrectionVerdict: Sendable, Equatable, Encodable {
  /// The submission that the record names.
  package var submissionID: Int64
  /// The failures that the record still has.
  package var errors: [ReportedError]

  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "errors": errors.map { $0.json(withColumn: false) },
    ])
  }
}
