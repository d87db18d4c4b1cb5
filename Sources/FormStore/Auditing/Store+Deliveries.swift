import GRDB

/// A submission that superseded a correction of an earlier delivery without being corrected itself.
package struct UncorrectedDelivery: Sendable, Equatable {
  package var submission: Int64
  /// The correction of the earlier delivery.
  package var correction: Int64
  /// The submissions of the deliveries in between, the earliest first.
  package var between: [Int64]
}

extension Store {
  /// Returns, for each submission in a range that was replaced, the correction or the later
  /// delivery that replaced it.
  package func replacements(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    let superseded = try superseded(ids)
    return try read { db in
      let corrected = try db.dictionary(
        sql: "SELECT corrects, submission FROM effective_correction WHERE corrects BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound]
      ) { try ($0.integer(0), $0.integer(1)) }
      // A corrected submission may also have been superseded, but not before.
      return superseded.merging(corrected) { $1 }
    }
  }

  /// Returns, for each superseded submission in a range, the later delivery.
  package func superseded(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: Int64] {
    try read { db in
      let ranges = try SupersededTable.ranges(db, of: ids)
      return Dictionary(
        ranges.lazy.flatMap { zip($0.ids, $0.superseders) }, uniquingKeysWith: { $1 })
    }
  }

  /// Returns the submissions of an import that are in effect and lack the corrections of earlier
  /// deliveries, each with the correction and the deliveries in between, which lack it, too. The
  /// nearest correction of a submission comes first.
  ///
  /// A correction ends at a delivery whose import was made without carrying corrections, or from
  /// which an operator has retracted one.
  ///
  /// Costs some reads per correction in effect of the form, and per delivery since.
  package func uncorrectedDeliveries(
    ofImport importID: Int64
  ) throws(StoreError) -> [UncorrectedDelivery] {
    try read { db in
      let spans = try SubmissionSpan.ranges(db, ofImport: importID)
      let formID = try Self.formID(db, ofImport: importID)
      return try Self.uncorrectedDeliveries(db, formID: formID) { id in
        spans.contains { $0.contains(id) }
      }
    }
  }

  /// Returns those of some submissions that are in effect and lack the corrections of earlier
  /// deliveries, as `uncorrectedDeliveries(ofImport:)` does, although corrections of them were
  /// retracted.
  package func uncorrectedDeliveries(
    among submissions: Set<Int64>
  ) throws(StoreError) -> [UncorrectedDelivery] {
    try read { db in
      try Self.uncorrectedDeliveries(db, reopened: submissions, submissions.contains)
    }
  }

  /// - Parameters:
  ///   - formID: The form whose corrections are followed, or nil for all.
  ///   - reopened: The submissions whose retracted corrections are disregarded.
  ///   - isIncluded: Returns whether a submission is one of those to return.
  private static func uncorrectedDeliveries(
    _ db: Database, formID: Int64? = nil, reopened: Set<Int64> = [], _ isIncluded: (Int64) -> Bool
  ) throws -> [UncorrectedDelivery] {
    var found: [UncorrectedDelivery] = []
    var (correction, between) = (Int64(0), [Int64]())
    try db.forEachRow(
      sql: """
        WITH RECURSIVE
          retracted (submission) AS MATERIALIZED (
            \(SQLFragments.retractedByRequest) EXCEPT SELECT value FROM json_each(:reopened)),
          path (correction, step, submission, next) AS (
            SELECT c.submission, 0, c.submission, \(SupersededTable.superseder(of: "c.submission"))
            FROM effective_correction c
            WHERE :form IS NULL OR :form = (
              SELECT m.form FROM import m WHERE m.id = \(SQLFragments.importID(of: "c.submission")))
            UNION ALL
            SELECT p.correction, p.step + 1, p.next, \(SupersededTable.superseder(of: "p.next"))
            FROM path p
            WHERE p.next IS NOT NULL AND p.next NOT IN (SELECT submission FROM retracted)
              AND NOT EXISTS (SELECT 1 FROM effective_correction e WHERE e.corrects = p.next)
              AND NOT EXISTS (SELECT 1 FROM import i
                WHERE i.id = \(SQLFragments.importID(of: "p.next"))
                  AND i.options ->> '$.no-carry' IS NOT NULL))
        SELECT p.correction, p.submission, p.next FROM path p
        WHERE p.step > 0 AND (p.next IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM submission_status s
          WHERE s.submission = p.submission AND s.state IS NOT NULL))
        ORDER BY p.correction, p.step
        """, arguments: ["form": formID, "reopened": SQLFragments.jsonArray(of: reopened)]
    ) { row in
      let (first, submission) = try (row.integer(0), row.integer(1))
      if first != correction { (correction, between) = (first, []) }
      if try row.optionalInteger(2) == nil, isIncluded(submission) {
        found.append(
          UncorrectedDelivery(submission: submission, correction: correction, between: between))
      }
      between.append(submission)
    }
    return found.sorted {
      ($0.submission, $0.between.count, $0.correction)
        < ($1.submission, $1.between.count, $1.correction)
    }
  }

  /// Returns which of some submissions have a correction that was retracted at the request of an
  /// operator, and not because the retracted import was one that it depends on.
  package func retractedByRequest(
    among submissions: some Sequence<Int64>
  ) throws(StoreError) -> Set<Int64> {
    let list = SQLFragments.jsonArray(of: submissions)
    return try read { db in
      try Set(
        Int64.fetchAll(
          db,
          sql: """
            SELECT value FROM json_each(?) INTERSECT \(SQLFragments.retractedByRequest)
            """, arguments: [list]))
    }
  }

  /// Returns which of some submissions are rejected and in effect, and not waived.
  package func openSubmissions(among submissions: some Sequence<Int64>) throws(StoreError)
    -> Set<Int64>
  {
    let list = SQLFragments.jsonArray(of: submissions)
    return try read { db in
      try Set(
        Int64.fetchAll(
          db,
          sql: """
            SELECT x.submission FROM json_each(?) j
            CROSS JOIN submission_status x ON x.submission = j.value
            WHERE x.rejected = 1 AND x.state IS NULL
            """, arguments: [list]))
    }
  }

  /// Returns the other deliveries of the records of some submissions of one form: the submissions
  /// with the same record keys.
  package func deliveries(
    of ids: [ClosedRange<Int64>]
  ) throws(StoreError) -> [RelatedSubmission] {
    try read { db in
      guard let first = ids.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return []
      }
      var own: [KeyEntry] = []
      try KeyPages(list).forEach(db, ids) { own.append($0.entry) }
      own.sortByHash()
      let found = try list.submissions(db, own)
      var related: [RelatedSubmission] = []
      var index = 0
      for entry in own {
        while index < found.count, found[index].hash < entry.hash { index += 1 }
        var other = index
        while other < found.count, found[other].hash == entry.hash {
          if found[other].submission != entry.submission {
            related.append(
              RelatedSubmission(submission: found[other].submission, of: entry.submission))
          }
          other += 1
        }
      }
      return related
    }
  }
}
