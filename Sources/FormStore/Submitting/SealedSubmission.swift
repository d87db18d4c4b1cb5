import FormRules

/// A single submission as it was written, for its event.
///
/// It repeats the list of `Ledger.submissionParts`, because reading the values back with its
/// statements after each insertion takes two thirds more instructions per submission
/// (docs/performance.md).
struct SealedSubmission {
  var id: Int64
  var formID: Int64
  var at: String
  var source: String?
  var idempotencyKey: String?
  var idempotencyHash: [UInt8]?
  /// The columns of its intake.
  var columns: [ImportColumn]
  var salt: [UInt8]
  var importID: Int64
  /// The number of the record in the intake.
  var record: Int64
  /// What the event states, as `RunStatement.text`.
  var statement: String
  /// The leaf that covers the line, cells, errors, key and answers.
  var leaf: HashNode

  /// The digest of what the event seals, as `Ledger.content`.
  var digest: [UInt8] {
    var digest = RowDigest("formrec.\(EventKind.submission.rawValue).\(Ledger.version)")
    digest.add(id)
    digest.add("intake_submission")
    digest.beginRow()
    digest.add(id)
    digest.add(formID)
    digest.add(at)
    digest.add(source)
    digest.add(idempotencyKey)
    digest.add(idempotencyHash)
    digest.add(Int64(columns.count))
    digest.add(salt)
    digest.endRows(1)
    digest.add("span")
    digest.beginRow()
    digest.add(importID)
    digest.add(record)
    digest.endRows(1)
    digest.add("import_column")
    for (position, column) in columns.enumerated() {
      digest.beginRow()
      digest.add(Int64(position))
      digest.add(column.header)
      digest.add(column.field)
    }
    digest.endRows(columns.count)
    let item = "\(record)-\(record) as \(id)-\(id) \(leaf.text)"
    return EventContent(statement, [item], rest: digest).digest
  }
}
