import GRDB

/// Cells that are stored with one submission and shared by others with equal cells
/// (`submission.cells_of`).
///
/// The table `shared_cells` lists, for each import, the imports that share its cells. Only these
/// are searched for the submissions that share the cells of a submission.
enum SharedCells {
  /// Moves the cells of submissions that others share to the first of these, before the cells are
  /// deleted.
  ///
  /// Costs a read of each import that shares cells of the submissions' imports, and a write of each
  /// submission that shares those of the submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  static func move(_ db: Database, outOf ids: [ClosedRange<Int64>]) throws {
    /// By submission, the one that contains its cells now.
    var moved: [Int64: (id: Int64, importID: Int64)] = [:]
    for importID in try imports(db, sharing: ids) {
      for span in try SubmissionSpan.ranges(db, ofImport: importID) {
        for (id, original) in try sharing(db, span, cellsOf: ids) {
          if let new = moved[original] {
            try db.cachedStatement(sql: "UPDATE submission SET cells_of = ? WHERE id = ?")
              .execute(arguments: [new.id, id])
            try insert(db, original: new.importID, importID)
          } else {
            try db.cachedStatement(
              sql: """
                UPDATE submission SET cells_of = NULL,
                  cells = (SELECT o.cells FROM submission o WHERE o.id = submission.cells_of)
                WHERE id = ?
                """
            ).execute(arguments: [id])
            moved[original] = (id, importID)
          }
        }
      }
    }
  }

  /// Records that an import shares cells of another.
  static func insert(_ db: Database, original: Int64, _ importID: Int64) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO shared_cells (original, import) VALUES (?, ?)"
    ).execute(arguments: [original, importID])
  }

  /// Returns the imports that share cells of the imports of some submissions, in the order of ids.
  private static func imports(
    _ db: Database, sharing ids: [ClosedRange<Int64>]
  ) throws -> [Int64] {
    var originals: Set<Int64> = []
    try db.forEachRow(
      sql: """
        SELECT first_submission, last_submission, import FROM span
        WHERE import IN (SELECT original FROM shared_cells)
        """
    ) { if ids.overlap(try $0.ids()) { originals.insert(try $0.integer(2)) } }
    return try Int64.fetchAll(
      db,
      sql: """
        SELECT DISTINCT import FROM shared_cells
        WHERE original IN (SELECT value FROM json_each(?)) ORDER BY import
        """, arguments: [SQLFragments.jsonArray(of: originals)])
  }

  /// Returns the submissions in a range that share cells of others, and are none of them.
  private static func sharing(
    _ db: Database, _ range: ClosedRange<Int64>, cellsOf ids: [ClosedRange<Int64>]
  ) throws -> [(id: Int64, original: Int64)] {
    var sharing: [(id: Int64, original: Int64)] = []
    try db.forEachRow(
      sql: """
        SELECT id, cells_of FROM submission WHERE id BETWEEN ? AND ? AND cells_of IS NOT NULL
        ORDER BY id
        """, arguments: [range.lowerBound, range.upperBound]
    ) { row in
      let (id, original) = try (row.integer(0), row.integer(1))
      if ids.overlap(original...original), !ids.overlap(id...id) { sharing.append((id, original)) }
    }
    return sharing
  }
}
