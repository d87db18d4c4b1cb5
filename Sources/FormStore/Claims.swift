package import FormRules
import Foundation
package import GRDB

/// The keys of accepted submissions under rules `unique: ever`. Those of an unfinished import reject no
/// record: they are compared with the others when it finishes (`ImportWriter.settle`).
enum Claims {
  /// Takes the keys of records that are accepted now.
  ///
  /// - Throws: when a key belongs to another record that stands, although the rule rejects the second.
  static func insert(
    _ db: Database, _ keys: [PreparedBatch.UniqueKey], form: Int64, first: Int64
  ) throws {
    guard !keys.isEmpty else { return }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO claim SELECT ?1, ?2, ?3, ?4 WHERE ?5 OR NOT EXISTS (
          SELECT 1 FROM claim o WHERE o.form = ?1 AND o.rule = ?2 AND o.hash = ?3
            AND \(isOther("o.submission", than: "?4")))
        """)
    for key in keys {
      try statement.execute(
        arguments: [form, key.rule, Data(key.hash), first + Int64(key.record), key.mayRepeat])
      guard db.changesCount == 1 else {
        throw StoreError.damaged("two submissions have the same key under \(key.rule)")
      }
    }
  }

  /// Frees the keys of a submission.
  static func delete(_ db: Database, of submission: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM claim WHERE submission = ?").execute(
      arguments: [submission])
  }

  /// That a submission stands, and is not another delivery of the same record.
  static func isOther(_ submission: String, than own: String) -> String {
    """
    \(submission) <> \(own) AND \(stands(submission)) AND NOT EXISTS (
      SELECT 1 FROM keyed a JOIN keyed b ON b.high = a.high AND b.low = a.low
      WHERE a.submission = \(submission) AND b.submission = \(own))
    """
  }

  /// That a submission *stands*: it has a verdict that holds, because its import has finished, or it is of
  /// an intake.
  static func stands(_ submission: String) -> String {
    """
    (SELECT h.run IS NOT NULL AND h.last_submission >= \(submission) FROM current h
      WHERE h.first_submission <= \(submission) ORDER BY h.first_submission DESC LIMIT 1) IS TRUE
    """
  }
}

extension Store {
  /// The keys claimed under a rule `unique: ever` by some submissions.
  ///
  /// Costs a look at each claim of the ids.
  package func claims(
    form: Int64, rule: String, ids: ClosedRange<Int64>, _ body: (Hash128) -> Void
  ) throws(StoreError) {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT hash FROM claim WHERE submission BETWEEN ? AND ? AND form = ? AND rule = ?
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound, form, rule])
      try statement.forEachStep { row in Hash128(bytes: row.bytes(0)).map(body) }
    }
  }

  /// The keys claimed under a rule `unique: ever` by submissions that came to stand after an event,
  /// each with the key of the record that claims it, if it has one.
  ///
  /// Costs a look at each of their claims.
  package func claims(
    form: Int64, rule: String, after event: Int64,
    _ body: (_ hash: Hash128, _ owner: Hash128?) -> Void
  ) throws(StoreError) {
    try read { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT c.hash, k.high, k.low
          FROM event v CROSS JOIN run r CROSS JOIN span s CROSS JOIN claim c
          LEFT JOIN keyed k ON k.submission = c.submission
          WHERE v.number > ?3 AND v.kind = 'run' AND r.id = v.subject AND s.import = r.import
            AND c.submission BETWEEN s.first_submission AND s.last_submission
            AND c.form = ?1 AND c.rule = ?2
          UNION ALL
          SELECT c.hash, k.high, k.low
          FROM event v CROSS JOIN claim c
          LEFT JOIN keyed k ON k.submission = c.submission
          WHERE v.number > ?3 AND v.kind = 'submission' AND c.submission = v.subject
            AND c.form = ?1 AND c.rule = ?2
          """)
      try statement.setArguments([form, rule, event])
      try statement.forEachStep { row in
        guard let hash = Hash128(bytes: row.bytes(0)) else { return }
        let owner =
          row.isNull(1)
          ? nil
          : Hash128(
            high: UInt64(bitPattern: row.integer(1)), low: UInt64(bitPattern: row.integer(2)))
        body(hash, owner)
      }
    }
  }

  /// Whether another submission stands accepted with the key under a rule `unique: ever`.
  ///
  /// - Parameter own: submissions whose claims don't count.
  package func isClaimed(
    _ key: Hash128, form: Int64, rule: String, exceptBy own: Set<Int64> = []
  ) throws(StoreError) -> Bool {
    try read { db in
      try Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT submission FROM claim c
            WHERE form = ? AND rule = ? AND hash = ? AND \(Claims.stands("c.submission"))
            """),
        arguments: [form, rule, Data(key.bytes)]
      ).contains { !own.contains($0) }
    }
  }

  package func claimState() throws(StoreError) -> ClaimState {
    try read { try claimState($0) }
  }

  package func claimState(_ db: Database) throws -> ClaimState {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT (SELECT count(*) FROM run_end e JOIN run r ON r.id = e.run
              WHERE r.kind = 'replay') + (SELECT count(*) FROM discard) + (SELECT count(*) FROM purge)
              + CASE WHEN EXISTS (SELECT 1 FROM keyed)
                THEN (SELECT count(*) FROM import_end) + (SELECT count(*) FROM intake_submission)
                ELSE 0 END,
            (SELECT coalesce(max(number), 0) FROM event)
          """))
    guard let row else { return ClaimState(releases: 0, lastEvent: 0) }
    return try ClaimState(releases: row[0], lastEvent: row[1])
  }
}

/// A state of the claims, to tell whether they have changed.
package struct ClaimState: Sendable, Equatable {
  /// How often keys may have been released: by a replay, a discard, a purge, a later delivery. While it
  /// stays the same, so do the claims of all submissions that stand.
  package var releases: Int
  /// The event that came last: claims of submissions that came to stand later are new.
  package var lastEvent: Int64

  package init(releases: Int, lastEvent: Int64) {
    self.releases = releases
    self.lastEvent = lastEvent
  }
}
