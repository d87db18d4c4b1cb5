import FormHashing
import FormRules

/// A single submission as it was written, for its event.
///
/// It repeats the list of `Ledger.submissionParts`, because reading the values back with its
/// statements after each insertion takes two thirds more instructions per submission
/// (docs/performance.md).
struct SealedSubmission {
  /// What the submissions of a batch share. A transaction may have several batches.
  var start: IntakeStart
  var id: Int64
  var importID: Int64
  /// The number of the record in the intake.
  var record: Int64
  var idempotencyKey: String?
  var idempotencyHash: [UInt8]?
  var salt: [UInt8]
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
    digest.add(start.run.form.definitionID)
    digest.add(start.at)
    digest.add(start.source)
    digest.add(idempotencyKey)
    digest.add(idempotencyHash)
    digest.add(Int64(start.columns.count))
    digest.add(salt)
    digest.endRows(1)
    digest.add("span")
    digest.beginRow()
    digest.add(importID)
    digest.add(record)
    digest.endRows(1)
    digest.add("import_column")
    for (position, column) in start.columns.enumerated() {
      digest.beginRow()
      digest.add(Int64(position))
      digest.add(column.header)
      digest.add(column.field)
    }
    digest.endRows(start.columns.count)
    let item = "\(record)-\(record) as \(id)-\(id) \(leaf.text)"
    return EventContent(statement, [item], rest: digest).digest
  }
}
