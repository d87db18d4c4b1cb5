import FormRules
import GRDB

/// The counts of submissions by state.
extension VerdictCounter {
  mutating func countStates(_ db: Database) throws {
    for index in groups.indices { groups[index].all.valid = groups[index].counts.records }
    try forEachSuperseded(db) { counter, segment, ids in
      let group = counter.groupOfSegment[segment]
      counter.groups[group].all.valid -= ids.count
      counter.groups[group].all.superseded += ids.count
    }
    let exceptions = """
      SELECT submission, rejected, unicode(state), \(SupersededTable.contains("submission"))
      FROM submission_status ORDER BY submission
      """
    try forEach(db, exceptions) { counter, index, row in
      let group = counter.groupOfSegment[index]
      let (isRejected, isSuperseded) = try (row.integer(1) == 1, row.integer(3) == 1)
      let state = try row.optionalInteger(2) ?? 0
      if isSuperseded {
        counter.groups[group].all.superseded -= 1
      } else {
        counter.groups[group].all.valid -= 1
      }
      counter.groups[group].all.add(state)
      if isRejected { counter.groups[group].rejected.add(state) }
    }
  }

  /// Calls the body with the superseded submissions that are counted, and the indexes of their
  /// segments.
  private mutating func forEachSuperseded(
    _ db: Database, body: (inout Self, Int, ClosedRange<Int64>) throws -> Void
  ) throws {
    var index = 0
    try SupersededTable.forEach(db) { range in
      while index < segments.count, segments[index].ids.upperBound < range.ids.lowerBound {
        index += 1
      }
      var segment = index
      while segment < segments.count, segments[segment].ids.overlaps(range.ids) {
        try body(&self, segment, segments[segment].ids.clamped(to: range.ids))
        segment += 1
      }
    }
  }

  /// Counts the states of the submissions that a run, or one rule, rejects.
  ///
  /// Other failures are ignored.
  mutating func countClosed(_ db: Database) throws {
    let failures = """
      FROM error e
      JOIN plan_rule p ON p.plan = ?1 AND p.position = e.rule AND \(SQLFragments.rejects("p"))
      WHERE e.run = ?2 AND e.submission BETWEEN ?3 AND ?4 AND (?5 IS NULL OR e.rule = ?5)
        AND (?6 IS NULL OR e.code = ?6)
      """
    let isRejected = try db.makeStatement(sql: "SELECT EXISTS (SELECT 1 \(failures))")
    let isOpen = try db.makeStatement(
      sql: "SELECT EXISTS (SELECT 1 \(failures) AND \(SQLFragments.notWaived("?3")))")
    let superseded = try db.makeStatement(
      sql: """
        SELECT count(DISTINCT e.submission) \(failures)
          AND NOT EXISTS (SELECT 1 FROM effective_correction c WHERE c.corrects = e.submission)
        """)
    for index in groups.indices { groups[index].rejected.open = groups[index].counts.rejected }
    try forEachSuperseded(db) { counter, segment, ids in
      let count = Int(try counter.answer(to: superseded, ofSegment: segment, ids))
      let group = counter.groupOfSegment[segment]
      counter.groups[group].rejected.open -= count
      counter.groups[group].rejected.superseded += count
    }
    let closed = """
      SELECT submission, unicode(state) FROM submission_status
      WHERE state IN ('corrected', 'purged')
      UNION ALL
      SELECT DISTINCT w.submission, unicode('w') FROM waiver w
      WHERE NOT EXISTS (SELECT 1 FROM submission_status x
          WHERE x.submission = w.submission AND x.state IN ('corrected', 'purged'))
        AND NOT \(SupersededTable.contains("w.submission"))
      ORDER BY 1
      """
    try forEach(db, closed) { counter, index, row in
      let (id, state) = try (row.integer(0), row.integer(1))
      guard try counter.answer(to: isRejected, ofSegment: index, id...id) == 1 else { return }
      if state == Int64(UInt8(ascii: "w")),
        try counter.answer(to: isOpen, ofSegment: index, id...id) == 1
      {
        return
      }
      counter.groups[counter.groupOfSegment[index]].rejected.open -= 1
      counter.groups[counter.groupOfSegment[index]].rejected.add(state)
    }
  }

  /// Calls the body with each row whose submission is counted, and the index of its segment.
  ///
  /// The first column is the submission, in ascending order.
  mutating func forEach(
    _ db: Database, _ sql: String, body: (inout Self, Int, StatementRow) throws -> Void
  ) throws {
    var index = 0
    try db.forEachRow(sql: sql) { row in
      let id = try row.integer(0)
      while index < segments.count, segments[index].ids.upperBound < id { index += 1 }
      guard index < segments.count, segments[index].ids.contains(id) else { return }
      try body(&self, index, row)
    }
  }

  /// Returns the number that a statement returns for submissions of a segment.
  private func answer(
    to statement: Statement, ofSegment index: Int, _ ids: ClosedRange<Int64>
  ) throws -> Int64 {
    let segment = segments[index]
    let wanted = only?[segment.planID]
    if only != nil, wanted == nil { return 0 }
    return try Int64.fetchOne(
      statement,
      arguments: [
        segment.planID, segment.runID, ids.lowerBound, ids.upperBound, wanted?.position,
        wanted?.code,
      ]) ?? 0
  }
}
