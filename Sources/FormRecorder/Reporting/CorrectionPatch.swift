import FormBytes
package import FormRules

/// The changes of a submission by a correction.
public struct CorrectionPatch: Sendable, Equatable {
  /// The line in the file.
  public var line: Int
  /// The submission that was exported.
  public var submission: Int64
  /// The changes, in the order of columns.
  public var changes: [Change] = []

  /// A change of a field.
  public struct Change: Sendable, Equatable {
    /// The field, or the header of a column without a field.
    public var field: String
    /// The text before and after the change. Masked values are hidden.
    public var before, after: String

    package var json: JSON {
      .object(["field": .string(field), "from": .string(before), "to": .string(after)])
    }
  }

  package var json: JSON {
    .object([
      "line": .integer(line), "submission": .integer(Int(submission)),
      "patch": .array(changes.map(\.json)),
    ])
  }
}

/// New texts of fields of a submission, which are taken literally.
package struct SubmissionPatch: Sendable, Equatable {
  /// The submission that the patch is based on.
  package var submission: Int64
  /// The texts by field.
  package var fields: [String: String]

  package init(_ submission: Int64, _ fields: [String: String]) {
    self.submission = submission
    self.fields = fields
  }
}

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
