import GRDB

extension Store {
  /// Returns the imports of the corrections in effect that depend on imports, directly or through
  /// other corrections, newest first: they correct their submissions, or carry their corrections
  /// to later deliveries.
  package func dependents(ofImports imports: [Int64]) throws(StoreError) -> [Int64] {
    var found: Set<Int64> = []
    var next = Set(imports)
    while !next.isEmpty {
      next = try directDependents(of: next).subtracting(found)
      found.formUnion(next)
    }
    return found.subtracting(imports).sorted(by: >)
  }

  private func directDependents(of imports: Set<Int64>) throws(StoreError) -> Set<Int64> {
    try read { db in
      var found: Set<Int64> = []
      for importID in imports {
        for ids in try SubmissionSpan.ranges(db, ofImport: importID) {
          found.formUnion(
            try Int64.fetchAll(
              db,
              sql: """
                SELECT \(SQLFragments.importID(of: "c.submission"))
                FROM effective_correction c WHERE c.corrects BETWEEN ?1 AND ?2
                UNION
                SELECT i.id FROM effective_correction e
                JOIN effective_correction c
                  ON c.corrects = \(SupersededTable.superseder(of: "e.submission"))
                JOIN import i ON i.id = \(SQLFragments.importID(of: "c.submission"))
                WHERE e.submission BETWEEN ?1 AND ?2 AND i.options ->> '$.carried'
                """, arguments: [ids.lowerBound, ids.upperBound]))
        }
      }
      return found
    }
  }

  /// Returns the submissions of later deliveries to which imports carried corrections.
  package func carriedSubmissions(ofImports imports: [Int64]) throws(StoreError) -> Set<Int64> {
    try read { db in
      try Set(
        Int64.fetchAll(
          db,
          sql: """
            SELECT c.corrects FROM json_each(?) j
            CROSS JOIN import i ON i.id = j.value
            CROSS JOIN span p ON p.import = i.id
            CROSS JOIN correction c ON c.submission BETWEEN p.first_submission AND p.last_submission
            WHERE i.options ->> '$.carried'
            """, arguments: [SQLFragments.jsonArray(of: imports)]))
    }
  }

  /// Returns the imports in effect that carried corrections instead of those that were retracted
  /// with an import, newest first.
  package func carriedInstead(ofImport importID: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      let retracted = try Self.retractions(db, of: importID).map(\.importID)
      return try Int64.fetchAll(
        db,
        sql: """
          SELECT DISTINCT h.id FROM json_each(?) j
          CROSS JOIN import i ON i.id = j.value
          CROSS JOIN span p ON p.import = i.id
          CROSS JOIN correction c ON c.submission BETWEEN p.first_submission AND p.last_submission
          CROSS JOIN effective_correction e ON e.corrects = c.corrects
          CROSS JOIN import h ON h.id = \(SQLFragments.importID(of: "e.submission"))
          WHERE i.options ->> '$.carried' AND h.options ->> '$.carried' ORDER BY 1 DESC
          """, arguments: [SQLFragments.jsonArray(of: retracted)])
    }
  }

  /// Returns the retraction of an import, or nil.
  package func retraction(ofImport importID: Int64) throws(StoreError) -> StoredRemoval? {
    try read { db in
      try StoredRemoval.fetch(
        db, of: .retraction, subject: "SELECT retraction FROM retracted_import WHERE import = ?",
        [importID])
    }
  }

  /// Returns whether an import of a form was retracted, or a retraction undone, after a run
  /// finished.
  package func hasRetraction(form: String, sinceRun runID: Int64) throws(StoreError) -> Bool {
    try read { db in
      try db.hasRow(
        sql: """
          SELECT 1 FROM event o
          JOIN retraction t ON t.id = o.subject
          JOIN import i ON i.id = t.import
          JOIN definition f ON f.id = i.form
          WHERE o.kind IN ('retraction', 'reinstatement') AND f.name = ?1
            AND o.number > coalesce(
              (SELECT number FROM event WHERE kind = 'run' AND subject = ?2), 0)
          """, arguments: [form, runID])
    }
  }

  /// Returns the first open submissions of an import's form that only rules `unique: ever` reject.
  ///
  /// Costs one read per open submission if the form has such rules.
  package func submissionsRejectedByClaims(
    ofImport importID: Int64, limit: Int
  ) throws(StoreError) -> [Int64] {
    try read { db in
      let form = try Self.formID(db, ofImport: importID)
      if try KeyList.claims(db, formID: form).isEmpty { return [] }
      return try Int64.fetchAll(
        db,
        sql: """
          SELECT x.submission FROM submission_status x
          CROSS JOIN current h
            ON h.first_submission = \(SQLFragments.rangeStart(of: "x.submission", in: "current"))
          CROSS JOIN import i ON i.id = h.import
          WHERE x.rejected = 1 AND x.state IS NULL AND i.form = ?1 AND NOT EXISTS (
            SELECT 1 FROM error e
            JOIN plan_rule p ON p.plan = h.plan AND p.position = e.rule
              AND \(SQLFragments.rejects("p"))
            WHERE e.run = h.run AND e.submission = x.submission
              AND p.rule NOT IN (SELECT rule FROM key_list WHERE form = ?1))
          ORDER BY 1 LIMIT ?2
          """, arguments: [form, limit])
    }
  }

  /// Returns the retractions of an import and of those that were retracted with it, the last one
  /// first.
  static func retractions(
    _ db: Database, of importID: Int64
  ) throws -> [(id: Int64, importID: Int64)] {
    let retractions = try db.mapRows(
      sql: """
        SELECT r.retraction, r.import FROM retracted_import r JOIN import i ON i.id = r.requested
        WHERE coalesce(i.part_of, i.id) = (SELECT coalesce(part_of, id) FROM import WHERE id = ?)
        ORDER BY r.retraction DESC
        """, arguments: [importID]
    ) { try (id: $0.integer(0), importID: $0.integer(1)) }
    if !retractions.isEmpty { return retractions }
    let requested = try Int64.fetchOne(
      db, sql: "SELECT requested FROM retracted_import WHERE import = ?", arguments: [importID])
    throw StoreError.notReinstatable(
      importID: importID, requested.map { .retractedWith(importID: $0) } ?? .inEffect)
  }
}
