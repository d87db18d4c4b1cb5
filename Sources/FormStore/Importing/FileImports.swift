import GRDB

/// The finished imports of a form that contain the records of a file, oldest first.
struct FileImports {
  /// The imports of the whole file, without those that were retracted.
  private(set) var whole: [Int64] = []
  /// The retracted imports of the whole file.
  private(set) var retracted: [Int64] = []
  /// The imports of external runs of the file, which cannot be retracted.
  let externalRuns: [Int64]

  init(_ db: Database, sha256: String, formID: Int64) throws {
    externalRuns = try Int64.fetchAll(
      db,
      sql: """
        SELECT w.import FROM external_run w JOIN import_end e ON e.import = w.import
        WHERE w.sha256 = ? AND e.form = ? ORDER BY 1
        """, arguments: [sha256, formID])
    let imports = try db.mapRows(
      sql: """
        SELECT i.id, i.id IN (SELECT import FROM retracted_import)
        FROM import_end e JOIN import i ON i.id = e.import AND i.kind <> 'correction'
        WHERE e.sha256 = ? AND e.form = ? ORDER BY 1
        """, arguments: [sha256, formID]
    ) { try (id: $0.integer(0), isRetracted: $0.integer(1) == 1) }
    for one in imports {
      if one.isRetracted { retracted.append(one.id) } else { whole.append(one.id) }
    }
  }
}
