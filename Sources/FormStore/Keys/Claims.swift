import FormRules
package import GRDB

/// The keys of accepted submissions under rules `unique: ever` (`KeyList`).
///
/// The sorted runs contain the keys that reject other records: those of accepted submissions that
/// are current. A delivery is compared with them (`ClaimLookup`) and added to them when it takes
/// effect, after it has superseded earlier deliveries (`RecordKeys`).
enum Claims {
  /// Adds the keys of an import to the keys that reject other records, when the import finishes.
  static func finish(_ db: Database, _ spans: [ClosedRange<Int64>], formID: Int64) throws {
    for list in try KeyList.claims(db, formID: formID) { try addRun(db, list, of: spans) }
  }

  /// Adds the keys of single submissions, already in their pages, to the keys that reject other
  /// records.
  ///
  /// - Parameters:
  ///   - keys: The keys, all distinct within each rule.
  ///   - first: The id of the submission with record index 0.
  /// - Throws: `StoreError` if another submission holds a key and the rule rejects the second one.
  static func finish(
    _ db: Database, _ keys: [PreparedBatch.UniqueKey], start: RunStart, first: Int64
  ) throws {
    for (position, keys) in Dictionary(grouping: keys, by: \.rule).sorted(by: { $0.key < $1.key }) {
      let rule = start.plan.rules[Int(position)].id
      let list = try KeyList.make(db, formID: start.form.definitionID, rule: rule)
      var entries = keys.map { KeyEntry(hash: $0.hash, submission: first + Int64($0.record)) }
      entries.sortByHash()
      if !start.plan.mayRepeat(Int(position)), try !KeyRuns(list).matches(db, entries).isEmpty {
        throw StoreError.altered("two submissions have the same key under \(rule)")
      }
      try KeyRuns(list).add(db, entries)
    }
  }

  /// Releases the keys of submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  static func release(_ db: Database, _ ids: [ClosedRange<Int64>], formID: Int64) throws {
    if ids.isEmpty { return }
    for list in try KeyList.claims(db, formID: formID) { try list.remove(db, ids) }
  }

  /// Adds a sorted run with keys that are already in their pages.
  static func addRun(
    _ db: Database, _ list: KeyList, of ids: [ClosedRange<Int64>]
  ) throws {
    var writer = try KeyRunWriter(db, KeyRuns(list))
    try KeyPages(list).forEachSortedBatch(db, ids) { try writer.append($0) }
    try writer.finish()
    try KeyRuns(list).merge(db)
  }
}

extension KeyList {
  /// Removes the keys of submissions from pages and sorted runs.
  ///
  /// - Parameters:
  ///   - ids: The ids, in ascending order.
  ///   - areInRuns: Whether all of these keys are in sorted runs.
  func remove(
    _ db: Database, _ ids: [ClosedRange<Int64>], areInRuns: Bool = false
  ) throws {
    let pages = KeyPages(self)
    var runs = [KeyRuns(self), KeyRuns(self, isFormer: true)]
    if areInRuns {
      let count = try pages.count(db, ids)
      runs = try runs.filter { runs in
        guard try runs.all(db).reduce(0, { $0 + $1.keys }) == count else { return true }
        try runs.removeAll(db)
        return false
      }
    }
    for batch in ids.batches(of: 1 << 20) {
      var removed = try pages.remove(db, batch)
      if removed.isEmpty || runs.isEmpty { continue }
      removed.sortByHash()
      for runs in runs { try runs.remove(db, removed) }
    }
  }
}

extension KeyList {
  /// Removes all keys of purged submissions.
  ///
  /// - Parameter ids: The ids, in ascending order.
  static func purge(_ db: Database, _ ids: [ClosedRange<Int64>]) throws {
    var rangesOfForms: [Int64: [ClosedRange<Int64>]] = [:]
    for range in ids {
      try db.forEachRow(
        sql: """
          SELECT i.form, max(s.first_submission, ?1), min(s.last_submission, ?2) FROM span s
          JOIN import i ON i.id = s.import
          WHERE s.first_submission <= ?2 AND s.last_submission >= ?1 AND s.first_submission >= coalesce(
            \(SQLFragments.rangeStart(of: "?1")), 0)
          ORDER BY s.first_submission
          """, arguments: [range.lowerBound, range.upperBound]
      ) { row in
        let (form, first, last) = try (row.integer(0), row.integer(1), row.integer(2))
        rangesOfForms[form, default: []].append(first...last)
      }
    }
    for (form, ranges) in rangesOfForms.sorted(by: { $0.key < $1.key }) {
      for list in try all(db, formID: form) { try list.remove(db, ranges.joined()) }
    }
  }
}

extension Store {
  package func claimState() throws(StoreError) -> ClaimState {
    try read { try claimState($0) }
  }

  package func claimState(_ db: Database) throws -> ClaimState {
    try db.firstRow(
      sql: """
        WITH effective (imports, submissions) AS (
          SELECT (SELECT count(*) FROM import_end),
            (SELECT coalesce(max(submission), 0) FROM intake_submission))
        SELECT (SELECT count(*) FROM run_end e JOIN run r ON r.id = e.run
            WHERE r.kind = 'replay') + (SELECT count(*) FROM discard) + (SELECT count(*)
              FROM purge) + (SELECT count(*) FROM retraction)
            + (SELECT count(*) FROM reinstatement)
            + CASE WHEN EXISTS (SELECT 1 FROM key_list WHERE rule = '')
              THEN imports + submissions ELSE 0 END,
          imports + submissions
        FROM effective
        """
    ) { try ClaimState(releases: $0.count(0), effects: $0.count(1)) }
      ?? ClaimState(releases: 0, effects: 0)
  }
}

/// A version of the claims, used to detect changes.
package struct ClaimState: Sendable, Equatable {
  /// A number that grows when keys may have been released by a replay, a discard, a purge, a
  /// retraction, its undoing or a later delivery.
  ///
  /// While it is unchanged, no submission has lost its claims.
  package var releases: Int
  /// A number that grows when submissions take effect, which may claim keys.
  package var effects: Int
}
