import FormRules

/// A single submission as it was written, for its event.
///
/// `Ledger.digest` reads the same values from the store, with one query per table. After each
/// insertion, this would take two thirds more instructions per submission (docs/performance.md).
struct SealedSubmission {
  var id: Int64
  var form: Int64
  var at: String
  var source: String?
  var idempotencyKey: String?
  var idempotencyHash: [UInt8]?
  /// The columns of its intake.
  var columns: [PreparedBatch.Column]
  var salt: [UInt8]
  var importID: Int64
  /// The number of the record in the intake.
  var record: Int64
  var line: Int64
  /// The cells as a JSON array.
  var cells: ArraySlice<UInt8>
  var key: PreparedBatch.RecordKey?
  var run: Int64
  var answers: ArraySlice<PreparedBatch.Answer>
  var errors: ArraySlice<PreparedBatch.Error>

  /// The digest of the parts of `EventKind.submission`.
  var digest: [UInt8] {
    var digest = RowDigest("formrec.\(EventKind.submission.rawValue).\(Ledger.version)")
    digest.add(id)
    digest.add("intake_submission")
    digest.beginRow()
    digest.add(id)
    digest.add(form)
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
    digest.add("submission")
    digest.beginRow()
    digest.add(line)
    digest.add(text: cells)
    digest.endRows(1)
    digest.add("key_page")
    digest.add(key.map { [$0.hash, Int64($0.content)] })
    digest.add("answer")
    for answer in answers {
      digest.beginRow()
      digest.add(Int64(answer.rule))
      digest.add(Int64(bitPattern: answer.key.high))
      digest.add(Int64(bitPattern: answer.key.low))
      digest.add(Int64(answer.outcome.rawValue))
    }
    digest.endRows(answers.count)
    digest.add("error")
    for error in errors {
      digest.beginRow()
      digest.add(run)
      digest.add(Int64(error.rule))
      digest.add(error.code)
      digest.add(error.arguments)
    }
    digest.endRows(errors.count)
    return digest.finish()
  }
}
