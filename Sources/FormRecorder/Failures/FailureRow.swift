import FormRules
package import FormStore

/// A submission with its cells and failures, for a page on which people repair it.
package struct FailureRow: Sendable, Encodable {
  package var submissionID: Int64
  package var importID: Int64
  /// The physical line of the record in the file that was imported first.
  package var line: Int64
  /// The last correction of the record, or the submission itself.
  package var latest: Int64
  /// Whether the submission is rejected, and nothing has replaced it.
  package var isOpen: Bool
  /// Whether the reader could not parse the record. Such records are repaired in a returned file,
  /// which shows their text.
  package var isMalformed: Bool
  /// The text of each cell by column; nil if it is masked.
  package var cells: [(name: String, text: String?)]
  /// The fields that a correction may change, or nil for all.
  package var openFields: Set<String>?
  /// The failures, warnings and notes that are not waived.
  package var errors: [ReportedError]
  /// The comments on it and on the submissions that it corrects, oldest first.
  package var comments: [StoredComment]

  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "submission": submissionID, "import": importID, "line": line, "latest": latest,
      "open": isOpen,
      "malformed": isMalformed,
      "cells": JSON.object(cells.map { .init($0.name, .string($0.text ?? DisplayColumns.mask)) }),
      "fields": openFields?.sorted(),
      "errors": errors.map { $0.json(withColumn: false) }, "comments": comments,
    ])
  }
}

extension FailureRow {
  init(
    _ row: OpenSubmissions.Row, _ chain: CorrectionChain?, in store: Store
  ) throws {
    let submission = row.submission
    // The line of a correction is that of its own file.
    let original =
      chain?.root == submission.id ? nil : try chain.flatMap { try store.cells(of: $0.root) }
    var cells: [(name: String, text: String?)] = []
    row.forEachCell { cells.append(($0, $1)) }
    self.init(
      submissionID: submission.id, importID: submission.importID,
      line: original?.line ?? submission.line, latest: chain?.latest ?? submission.id,
      isOpen: chain?.latest == submission.id && chain?.supersededBy == nil
        && row.errors.contains { $0.severity.rejects },
      isMalformed: submission.raw != nil, cells: cells, openFields: row.openFields,
      errors: row.errors,
      comments: try store.comments(on: submission.id))
  }
}
