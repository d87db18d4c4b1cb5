import FormBytes
import GRDB

/// The position of a submission in its chain of corrections.
package struct CorrectionChain: Sendable, Equatable {
  /// The first submission of the chain, and its import.
  package var root: Int64
  package var rootImport: Int64
  /// The last correction, or the submission itself if it has none.
  package var latest: Int64
  /// Whether `latest` is rejected. Nil if its import is unfinished or discarded.
  package var isRejected: Bool?
  /// The later delivery of the same record, if it superseded `latest`.
  package var supersededBy: Int64?
}

extension Store {
  /// Returns the cells of a submission as a JSON array, its import and its line, or nil if it does
  /// not exist.
  package func cells(
    of submission: Int64
  ) throws(StoreError) -> (importID: Int64, line: Int64, json: [UInt8])? {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT p.import, s.line, CAST(s.cells AS BLOB)
          FROM submission_content s
          JOIN span p ON p.first_submission = \(SQLFragments.rangeStart(of: "s.id"))
          WHERE s.id = ?
          """, arguments: [submission]
      ) {
        try (importID: $0.integer(0), line: $0.integer(1), json: $0.bytes(2))
      }
    }
  }

  /// Returns the number of the last submission, or 0 if there is none.
  package func lastSubmission() throws(StoreError) -> Int64 {
    try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM submission") ?? 0 }
  }

  /// Returns the chain of corrections that contains a submission, or nil if the submission does not
  /// exist.
  package func correctionChain(_ id: Int64) throws(StoreError) -> CorrectionChain? {
    try correctionChains(CollectionOfOne(id))[id]
  }

  /// Returns the chains of corrections that contain submissions, by submission. One statement reads
  /// all of them. Ids of no submission are ignored.
  package func correctionChains(
    _ ids: some Sequence<Int64>
  ) throws(StoreError) -> [Int64: CorrectionChain] {
    try read { db in
      try db.dictionary(
        sql: """
          WITH RECURSIVE
            named (id) AS (
              SELECT s.id FROM json_each(?) j CROSS JOIN submission s ON s.id = j.value),
            up (named, id) AS (
              SELECT n.id, c.corrects FROM named n
              CROSS JOIN effective_correction c ON c.submission = n.id
              UNION SELECT up.named, c.corrects FROM up
              CROSS JOIN effective_correction c ON c.submission = up.id),
            down (named, id) AS (
              SELECT n.id, c.submission FROM named n
              CROSS JOIN effective_correction c ON c.corrects = n.id
              UNION SELECT down.named, c.submission FROM down
              CROSS JOIN effective_correction c ON c.corrects = down.id),
            ends (named, root, tip) AS MATERIALIZED (
              SELECT n.id, coalesce(u.root, n.id), coalesce(d.tip, n.id)
              FROM named n
              LEFT JOIN (SELECT named, min(id) AS root FROM up GROUP BY named) u
                ON u.named = n.id
              LEFT JOIN (SELECT named, max(id) AS tip FROM down GROUP BY named) d
                ON d.named = n.id)
          SELECT e.named, e.root,
            \(SQLFragments.importID(of: "e.root")),
            e.tip,
            (SELECT CASE WHEN c.run IS NULL THEN NULL ELSE EXISTS (
                SELECT 1 FROM error x JOIN plan_rule p ON p.plan = c.plan AND p.position = x.rule
                WHERE x.run = c.run AND x.submission = e.tip AND \(SQLFragments.rejects("p"))) END
              FROM current c
              WHERE c.first_submission <= e.tip AND c.last_submission >= e.tip
              ORDER BY c.first_submission DESC LIMIT 1),
            \(SupersededTable.superseder(of: "e.tip"))
          FROM ends e
          """, arguments: [SQLFragments.jsonArray(of: ids)]
      ) { row in
        try (
          row.integer(0),
          CorrectionChain(
            root: row.integer(1), rootImport: row.integer(2), latest: row.integer(3),
            isRejected: row.optionalInteger(4).map { $0 == 1 },
            supersededBy: row.optionalInteger(5))
        )
      }
    }
  }

  /// Returns the states of those submissions in a range that have a verdict but are not current.
  package func states(_ ids: ClosedRange<Int64>) throws(StoreError) -> [Int64: String] {
    let listed = try texts(
      "SELECT submission, state FROM submission_status "
        + "WHERE submission BETWEEN ? AND ? AND state IS NOT NULL", ids)
    return try superseded(ids).mapValues { _ in "superseded" }.merging(listed) { $1 }
  }

  /// Returns the last corrections of an import's submissions. They belong to other imports.
  ///
  /// - Parameter limit: The first submission that is ignored.
  package func latestCorrections(
    ofImport importID: Int64, before limit: Int64
  ) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql: """
          WITH RECURSIVE chain (id) AS (
            SELECT c.submission FROM span s
            JOIN effective_correction c ON c.corrects BETWEEN s.first_submission AND s.last_submission
            WHERE s.import = ?1 AND c.submission < ?2
            UNION SELECT c.submission FROM chain JOIN effective_correction c ON c.corrects = chain.id
            WHERE c.submission < ?2)
          SELECT id FROM chain WHERE NOT EXISTS (
            SELECT 1 FROM effective_correction c WHERE c.corrects = chain.id AND c.submission < ?2)
          ORDER BY id
          """,
        arguments: [importID, limit])
    }
  }

  /// Returns the parts of imports that contain submissions, each from the first to the last one.
  ///
  /// Reads the spans once, regardless of the number of submissions.
  ///
  /// - Parameter ids: The submissions, in ascending order.
  package func parts(
    containing ids: [Int64]
  ) throws(StoreError) -> [(importID: Int64, ids: ClosedRange<Int64>)] {
    try read { db in
      var parts: [(importID: Int64, ids: ClosedRange<Int64>)] = []
      try db.forEachRow(
        sql: """
          SELECT import, first_submission, last_submission FROM span
          WHERE last_submission >= ? AND first_submission <= ? ORDER BY first_submission
          """, arguments: [ids.first ?? 0, ids.last ?? -1]
      ) { row in
        let (importID, low, high) = try (row.integer(0), row.integer(1), row.integer(2))
        let first = ids.partitioningIndex { $0 >= low }
        let end = ids.partitioningIndex { $0 > high }
        if first < end { parts.append((importID, ids[first]...ids[end - 1])) }
      }
      return parts
    }
  }

  /// Returns the import that an import of corrections corrects, directly or through other
  /// corrections.
  ///
  /// Returns nil if the import contains no corrections.
  package func correctedImport(_ importID: Int64) throws(StoreError) -> Int64? {
    try read { db in
      try Int64.fetchOne(
        db,
        sql: """
          WITH RECURSIVE up (id) AS (
            SELECT first_submission FROM span s JOIN import i ON i.id = s.import
            WHERE s.import = ? AND i.kind = 'correction'
            UNION SELECT c.corrects FROM up JOIN correction c ON c.submission = up.id)
          SELECT \(SQLFragments.importID(of: "(SELECT min(id) FROM up)"))
          """,
        arguments: [importID])
    }
  }
}
