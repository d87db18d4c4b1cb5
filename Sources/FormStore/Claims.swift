package import FormRules
import Foundation
package import GRDB

/// The keys that stand accepted under rules `unique: ever`.
enum Claims {
  /// Takes the keys of accepted records, which nobody has claimed: the trigger `claim_is_free`
  /// stands behind it.
  static func insert(
    _ db: Database, _ keys: [PreparedBatch.UniqueKey], form: Int64, first: Int64
  ) throws {
    guard !keys.isEmpty else { return }
    let statement = try db.cachedStatement(sql: "INSERT INTO claim VALUES (?, ?, ?, ?)")
    for key in keys {
      try statement.execute(
        arguments: [form, key.rule, Data(key.hash), first + Int64(key.record)])
    }
  }
}

extension Store {
  /// The keys claimed under a rule `unique: ever` by submissions of some ids, but for those of an
  /// import, each with the key of the record that claims it, if it has one.
  ///
  /// Costs a look at each claim of the ids.
  package func claims(
    form: Int64, rule: String, ids: ClosedRange<Int64>, except importID: Int64? = nil,
    _ body: (_ hash: Hash128, _ owner: Hash128?) -> Void
  ) throws(StoreError) {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT c.hash, k.high, k.low FROM span s CROSS JOIN claim c
          LEFT JOIN keyed k ON k.submission = c.submission
          WHERE s.first_submission <= ?2 AND s.last_submission >= ?1 AND s.import IS NOT ?5
            AND c.submission BETWEEN max(s.first_submission, ?1) AND min(s.last_submission, ?2)
            AND c.form = ?3 AND c.rule = ?4
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound, form, rule, importID])
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

  /// How often keys may have been released: a replay, a discard, a purge, a later delivery. While this number and the store's
  /// last submission are the same, so are the claims of all submissions up to it.
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
            (SELECT coalesce(max(id), 0) FROM submission)
          """))
    guard let row else { return ClaimState(releases: 0, lastSubmission: 0) }
    return try ClaimState(releases: row[0], lastSubmission: row[1])
  }
}

/// A state of the claims, to tell whether they have changed.
package struct ClaimState: Sendable, Equatable {
  package var releases: Int
  package var lastSubmission: Int64

  package init(releases: Int, lastSubmission: Int64) {
    self.releases = releases
    self.lastSubmission = lastSubmission
  }
}
