import GRDB

/// A digest that detects changes to an unfinished import.
///
/// It covers the import's progress, columns, spans and full blocks. The blocks are folded in one by
/// one, so that the cost of a commit does not depend on the progress of the import.
struct ProgressSeal {
  /// The number of full blocks.
  private(set) var blocks = 0
  private var fold: [UInt8] = []

  mutating func add(_ block: SealedBlock) {
    var digest = RowDigest("formrec.fold.1")
    digest.add(fold)
    digest.add(Int64(blocks))
    digest.add(Int64(block.records))
    digest.add(block.digest)
    fold = digest.finish()
    blocks += 1
  }

  /// Computes the digest from the stored rows.
  func digest(_ db: Database, _ importID: Int64) throws -> [UInt8] {
    var digest = RowDigest("formrec.progress.1")
    digest.add(fold)
    for sql in [
      "SELECT import, run, records, salt, digest FROM progress WHERE import = ?",
      "SELECT position, header, field FROM import_column WHERE import = ? ORDER BY position",
      """
      SELECT first_submission, last_submission, first_record FROM span WHERE import = ?
      ORDER BY first_submission
      """,
    ] {
      try digest.addRows(db, sql, arguments: [importID])
    }
    return digest.finish()
  }
}
