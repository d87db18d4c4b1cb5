import GRDB

extension KeyList {
  /// Returns all submissions with one of the hashes, including superseded submissions and
  /// submissions of unfinished, discarded and retracted imports.
  ///
  /// Reads every key of unfinished, discarded and retracted imports.
  ///
  /// - Parameter wanted: The hashes, sorted. Their submissions are ignored.
  func submissions(_ db: Database, _ wanted: [KeyEntry]) throws -> [KeyEntry] {
    if wanted.isEmpty { return [] }
    var found = try KeyRuns(self).matches(db, wanted)
    found += try KeyRuns(self, isFormer: true).matches(db, wanted)
    let hashes = Set(wanted.map(\.hash))
    try KeyPages(self).forEach(db, try unsettledSpans(db)) { key in
      if hashes.contains(key.hash) { found.append(key.entry) }
    }
    found.sortByHash()
    return found
  }

  /// Returns the submissions of the form's unfinished, discarded and retracted imports.
  ///
  /// Their keys are in no sorted run.
  func unsettledSpans(_ db: Database) throws -> [ClosedRange<Int64>] {
    try db.mapRows(
      sql: """
        SELECT s.first_submission, s.last_submission FROM (
          SELECT import FROM progress UNION ALL SELECT import FROM discard
          UNION ALL SELECT import FROM retracted_import) u
        JOIN import i ON i.id = u.import
        JOIN span s ON s.import = i.id
        WHERE i.form = ? ORDER BY s.first_submission
        """, arguments: [formID]
    ) { try $0.ids() }
  }
}
