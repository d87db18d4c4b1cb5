import GRDB

/// What other writers changed since an import of the form began.
struct ConcurrentChanges {
  let importID: Int64
  let runID: Int64
  let formID: Int64

  /// Whether the records of the import may have other errors of rules `unique: ever` than those
  /// stored.
  ///
  /// - Parameter rules: The positions of the rules.
  func mayConcern(_ rules: [Int], _ db: Database) throws -> Bool {
    let keys = try keys(db)
    if keys.released, try hasErrors(db, of: rules) { return true }
    // A record that was rejected by other rules has no claims, but its errors are those of all.
    return try keys.claimed && (hasErrors(db, exceptOf: rules) || hasLostClaims(db))
  }

  /// Whether submissions of the form took effect since the import began, for the first time
  /// or again, and whether keys may have been released.
  private func keys(_ db: Database) throws -> (claimed: Bool, released: Bool) {
    try db.firstRow(
      sql: """
        WITH known (number) AS (
          SELECT coalesce(r.known_event, v.number) FROM run r
          JOIN event v ON v.kind = 'import' AND v.subject = r.import
          WHERE r.id = :run),
        later (kind) AS (
          SELECT r.kind FROM event v
          JOIN run r ON r.id = v.subject
          JOIN plan p ON p.id = r.plan
          JOIN version f ON f.id = p.form_version
          WHERE v.kind = 'run' AND v.number > (SELECT number FROM known) AND f.definition = :form
          UNION ALL
          SELECT 'intake' FROM event v
          JOIN intake_submission n ON n.submission = v.subject
          WHERE v.kind = 'submission' AND v.number > (SELECT number FROM known) AND n.form = :form
          UNION ALL
          SELECT 'retraction' FROM event v
          JOIN retraction t ON t.id = v.subject
          JOIN import i ON i.id = t.import
          WHERE v.kind IN ('retraction', 'reinstatement')
            AND v.number > (SELECT number FROM known) AND i.form = :form)
        SELECT EXISTS (SELECT 1 FROM later),
          EXISTS (SELECT 1 FROM later WHERE kind IN ('replay', 'retraction'))
          OR EXISTS (
            SELECT 1 FROM event
            WHERE kind = 'purge' AND number > (SELECT number FROM known))
          OR EXISTS (SELECT 1 FROM later)
            AND EXISTS (SELECT 1 FROM key_list WHERE form = :form AND rule = '')
        """, arguments: ["run": runID, "form": formID]
    ) { try (claimed: $0.integer(0) == 1, released: $0.integer(1) == 1) } ?? (false, false)
  }

  private func hasErrors(_ db: Database, of rules: [Int]) throws -> Bool {
    try rules.contains { rule in
      try db.hasRow(
        sql: "SELECT 1 FROM error WHERE run = ? AND rule = ?", arguments: [runID, rule])
    }
  }

  private func hasErrors(_ db: Database, exceptOf rules: [Int]) throws -> Bool {
    let list = rules.map(String.init).joined(separator: ",")
    return try db.hasRow(
      sql: "SELECT 1 FROM error WHERE run = ? AND rule NOT IN (\(list))", arguments: [runID])
  }

  /// Whether another submission holds a key of an accepted record.
  private func hasLostClaims(_ db: Database) throws -> Bool {
    let spans = try SubmissionSpan.ranges(db, ofImport: importID).joined()
    var isLost = false
    for list in try KeyList.claims(db, formID: formID) where !isLost {
      try KeyPages(list).forEachSortedBatch(db, spans) { batch in
        try batch.forEachSlice { own in
          if !isLost { isLost = try !KeyRuns(list).matches(db, own).isEmpty }
        }
      }
    }
    return isLost
  }
}
