import GRDB

/// What shows whether an unfinished import was altered: a digest over its progress, columns, spans
/// and full blocks. The blocks are folded in one by one, so that a commit costs the same however far
/// the import has come.
struct ProgressSeal {
  /// How many full blocks there are.
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

  /// The digest, from what stands in the store.
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
      try digest.addRows(db, sql, [importID])
    }
    return digest.finish()
  }
}
