import FormRules

/// The verdict of a changed record.
package struct CorrectionVerdict: Sendable, Equatable {
  /// The submission that the record names.
  package var submission: Int64
  /// The failures that the record still has.
  package var errors: [ReportedError]

  var json: JSON {
    .object([
      "submission": .integer(submission),
      "errors": .array(errors.map { $0.json(withColumn: false) }),
    ])
  }
}
