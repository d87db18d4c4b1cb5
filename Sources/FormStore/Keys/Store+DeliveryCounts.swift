import GRDB

/// Counts of an import's records by comparison with earlier deliveries, by the key of the form.
public struct DeliveryCounts: Sendable, Equatable, Encodable {
  /// The number of keys that were delivered for the first time.
  public var new = 0
  /// The number of keys whose record differs from the earlier one.
  public var changed = 0
  /// The number of keys whose record equals the earlier one.
  public var unchanged = 0
  /// The number of rejected submissions that accepted ones of this import replaced.
  public var closed = 0
  /// The number of accepted submissions that rejected ones of this import replaced, without those
  /// whose corrections were carried.
  public var reopened = 0
  /// The number of corrections of earlier deliveries that were applied to this one.
  public var carried = 0
  /// The number of corrected cells that the sender has changed, so that the delivered values
  /// remain.
  public var replaced = 0
}

extension Store {
  /// Compares the records of a finished import with earlier deliveries.
  ///
  /// Returns nil if none has a key. Does not count corrected cells that the sender has changed,
  /// which depend on texts.
  ///
  /// - Parameter known: The number of distinct keys, or nil to count them.
  package func deliveryCounts(
    ofImport importID: Int64, distinct known: Int? = nil
  ) throws(StoreError) -> DeliveryCounts? {
    try read { db in
      let spans = try SubmissionSpan.ranges(db, ofImport: importID).joined()
      guard let first = spans.first?.lowerBound, let list = try KeyList.ofRecord(db, first) else {
        return nil as DeliveryCounts?
      }
      let pages = KeyPages(list)
      var distinct = known ?? 0
      if known == nil {
        try pages.forEachSortedBatch(db, spans) { distinct += $0.distinctHashes }
      }
      if distinct == 0 { return nil as DeliveryCounts? }
      let (old, new) = (KeyPageReader(pages), KeyPageReader(pages))
      var counts = DeliveryCounts()
      var known = 0
      for span in spans {
        // By record of the span, whether it supersedes others, and whether it equals one of them.
        var isKnown = Array(repeating: false, count: span.count)
        var isUnchanged = isKnown
        let isRejected = try Self.isRejected(db, span)
        let carried = try Self.carriedCorrections(db, to: span)
        counts.carried += carried.count
        try SupersededTable.forEach(db, by: span) { range in
          let wasRejected = try Self.isRejected(db, range.ids)
          for submission in range.ids {
            guard let earlier = try old.key(db, of: submission),
              let later = try new.key(db, of: range.superseder(of: submission))
            else { continue }
            let record = Int(later.submission - span.lowerBound)
            isKnown[record] = true
            if earlier.content == later.content { isUnchanged[record] = true }
            switch (wasRejected[Int(submission - range.ids.lowerBound)], isRejected[record]) {
            case (true, false): counts.closed += 1
            case (false, true): counts.reopened += carried[later.submission] == false ? 0 : 1
            default: break
            }
          }
        }
        known += isKnown.count(where: \.self)
        counts.unchanged += isUnchanged.count(where: \.self)
      }
      counts.new = distinct - known
      counts.changed = known - counts.unchanged
      return counts
    }
  }

  /// Returns for each submission to which a correction was carried whether the correction is
  /// rejected.
  private static func carriedCorrections(
    _ db: Database, to ids: ClosedRange<Int64>
  ) throws -> [Int64: Bool] {
    try db.dictionary(
      sql: """
        SELECT c.corrects, EXISTS (SELECT 1 FROM submission_status s
          WHERE s.submission = c.submission AND s.rejected = 1)
        FROM effective_correction c
        CROSS JOIN import i ON i.id = \(SQLFragments.importID(of: "c.submission"))
        WHERE c.corrects BETWEEN ? AND ? AND i.options ->> '$.carried'
        """, arguments: [ids.lowerBound, ids.upperBound]
    ) { try ($0.integer(0), $0.integer(1) == 1) }
  }

  /// Returns for each submission whether it is rejected.
  private static func isRejected(_ db: Database, _ ids: ClosedRange<Int64>) throws -> [Bool] {
    var isRejected = Array(repeating: false, count: ids.count)
    try db.forEachRow(
      sql: """
        SELECT submission FROM submission_status
        WHERE submission BETWEEN ? AND ? AND rejected = 1
        """, arguments: [ids.lowerBound, ids.upperBound]
    ) { isRejected[Int(try $0.integer(0) - ids.lowerBound)] = true }
    return isRejected
  }
}
