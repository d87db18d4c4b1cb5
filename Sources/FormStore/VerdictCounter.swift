import FormRules
import GRDB

/// Counts verdicts by run and import.
struct VerdictCounter {
  private(set) var groups: [VerdictCounts] = []
  private let segments: [VerdictSegment]
  private let only: [Int64: FailedRule]?
  /// The place in `groups` of each segment.
  private var groupOfSegment: [Int] = []
  private var segmentsOfRun: [Int64: [Int]] = [:]
  /// The rules of plans that reject or warn; others only inform.
  private var severities: [Int64: [Int: Severity]] = [:]

  private struct GroupKey: Hashable {
    var run: Int64
    var importID: Int64
  }

  init(_ segments: [VerdictSegment], only: [Int64: FailedRule]?) {
    self.segments = segments
    self.only = only
    var known: [GroupKey: Int] = [:]
    for (index, segment) in segments.enumerated() {
      let key = GroupKey(run: segment.run, importID: segment.importID)
      let group = known[key] ?? groups.count
      if group == groups.count {
        known[key] = group
        groups.append(
          VerdictCounts(run: segment.run, plan: segment.plan, importID: segment.importID))
      }
      groups[group].counts.records += segment.ids.count
      groupOfSegment.append(group)
      segmentsOfRun[segment.run, default: []].append(index)
    }
  }

  mutating func count(_ db: Database) throws {
    try readSeverities(db)
    let summarised = try readSummaries(db)
    try readRuleSummaries(db, summarised)
    for run in segmentsOfRun.keys where summarised[run] == nil { try countErrors(db, run) }
    for index in groups.indices {
      groups[index].counts.accepted = groups[index].counts.records - groups[index].counts.rejected
      groups[index].open = groups[index].counts.rejected
    }
    try takeClosed(db)
  }

  private mutating func readSeverities(_ db: Database) throws {
    try db.makeStatement(sql: "SELECT plan, position, severity FROM plan_rule").forEachStep {
      severities[$0.integer(0), default: [:]][Int($0.integer(1))] = Severity(
        stored: $0.text(2))
    }
  }

  /// The runs whose recorded counts are those wanted, with their places in `groups`.
  private mutating func readSummaries(_ db: Database) throws -> [Int64: Int] {
    var summarised: [Int64: Int] = [:]
    let statement = try db.makeStatement(
      sql: "SELECT run, records, rejected, warned, errors FROM run_end")
    try statement.forEachStep { row in
      guard let parts = segmentsOfRun[row.integer(0)] else { return }
      let group = groupOfSegment[parts[0]]
      guard groups[group].counts.records == Int(row.integer(1)) else { return }
      summarised[row.integer(0)] = group
      guard only == nil else { return }
      groups[group].counts.rejected = Int(row.integer(2))
      groups[group].counts.warned = Int(row.integer(3))
      groups[group].counts.errors = Int(row.integer(4))
    }
    return summarised
  }

  private mutating func readRuleSummaries(_ db: Database, _ summarised: [Int64: Int]) throws {
    let statement = try db.makeStatement(
      sql: "SELECT run, rule, code, failures FROM run_rule WHERE failures > 0")
    try statement.forEachStep { row in
      guard let group = summarised[row.integer(0)] else { return }
      let rule = FailedRule(
        position: Int(row.integer(1)), code: row.integer(1) == 0 ? row.text(2) : nil)
      let failures = Int(row.integer(3))
      guard isWanted(rule, groups[group].plan) else { return }
      groups[group].failures[rule, default: 0] += failures
      guard only != nil else { return }
      // A rule fails once a record, but a record may have one reader's code of several wanted.
      switch severities[groups[group].plan]?[rule.position] {
      case .error:
        groups[group].counts.rejected += failures
        groups[group].counts.errors += failures
      case .warning: groups[group].counts.warned += failures
      default: break
      }
    }
  }

  private func isWanted(_ rule: FailedRule, _ plan: Int64) -> Bool {
    guard let only else { return true }
    guard let wanted = only[plan] else { return false }
    return wanted.position == rule.position && (wanted.code == nil || wanted.code == rule.code)
  }

  /// One pass over a run's errors along its segments; both are in the order of ids.
  private mutating func countErrors(_ db: Database, _ run: Int64) throws {
    guard let parts = segmentsOfRun[run], let first = parts.first, let last = parts.last else {
      return
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT submission, rule, code FROM error
        WHERE run = ? AND submission BETWEEN ? AND ? ORDER BY submission
        """)
    try statement.setArguments([
      run, segments[first].ids.lowerBound, segments[last].ids.upperBound,
    ])
    let severities = severities[segments[first].plan] ?? [:]
    var part = 0
    var counted = (submission: Int64(-1), rejected: false, warned: false)
    try statement.forEachStep { row in
      let id = row.integer(0)
      while segments[parts[part]].ids.upperBound < id { part += 1 }
      let segment = parts[part]
      guard segments[segment].ids.contains(id) else { return }
      let position = Int(row.integer(1))
      let rule = FailedRule(position: position, code: position == 0 ? row.text(2) : nil)
      guard isWanted(rule, segments[segment].plan) else { return }
      let group = groupOfSegment[segment]
      groups[group].failures[rule, default: 0] += 1
      if counted.submission != id { counted = (id, false, false) }
      switch severities[position] {
      case .error:
        groups[group].counts.errors += 1
        if !counted.rejected { groups[group].counts.rejected += 1 }
        counted.rejected = true
      case .warning:
        if !counted.warned { groups[group].counts.warned += 1 }
        counted.warned = true
      default: break
      }
    }
  }

  /// Rejected submissions that have been corrected or superseded, or all of whose failures are waived,
  /// are not open.
  private mutating func takeClosed(_ db: Database) throws {
    let failures = """
      SELECT EXISTS (
        SELECT 1 FROM error e
        JOIN plan_rule p ON p.plan = ?1 AND p.position = e.rule AND p.severity = 'error'
        WHERE e.run = ?2 AND e.submission = ?3 AND (?4 IS NULL OR e.rule = ?4)
          AND (?5 IS NULL OR e.code = ?5)
      """
    let isRejected = try db.makeStatement(sql: failures + ")")
    let isOpen = try db.makeStatement(sql: "\(failures) AND \(Store.notWaived("?3")))")
    try forEach(db, "SELECT corrects FROM correction ORDER BY corrects") { counter, index, id in
      guard try counter.answer(isRejected, index, id) else { return }
      counter.groups[counter.groupOfSegment[index]].open -= 1
      counter.groups[counter.groupOfSegment[index]].corrected += 1
    }
    let superseded = """
      SELECT submission FROM keyed
      WHERE superseded_by IS NOT NULL AND submission IN (SELECT submission FROM error)
        AND submission NOT IN (SELECT corrects FROM correction) ORDER BY submission
      """
    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM keyed)") == true {
      try forEach(db, superseded) { counter, index, id in
        guard try counter.answer(isRejected, index, id) else { return }
        counter.groups[counter.groupOfSegment[index]].open -= 1
        counter.groups[counter.groupOfSegment[index]].superseded += 1
      }
    }
    let waived = """
      SELECT DISTINCT submission FROM waiver
      WHERE submission NOT IN (SELECT corrects FROM correction)
        AND NOT \(RecordKeys.isSuperseded("waiver.submission")) ORDER BY submission
      """
    try forEach(db, waived) { counter, index, id in
      guard try counter.answer(isRejected, index, id), try !counter.answer(isOpen, index, id) else {
        return
      }
      counter.groups[counter.groupOfSegment[index]].open -= 1
      counter.groups[counter.groupOfSegment[index]].waived += 1
    }
    let purged = """
      SELECT DISTINCT e.submission FROM purged p CROSS JOIN error e
      WHERE e.submission BETWEEN p.first_submission AND p.last_submission
        AND e.submission NOT IN (SELECT corrects FROM correction)
        AND NOT \(RecordKeys.isSuperseded("e.submission")) ORDER BY e.submission
      """
    try forEach(db, purged) { counter, index, id in
      guard try counter.answer(isRejected, index, id), try counter.answer(isOpen, index, id) else {
        return
      }
      counter.groups[counter.groupOfSegment[index]].open -= 1
      counter.groups[counter.groupOfSegment[index]].purged += 1
    }
  }

  /// Calls the body with those of some submissions, in the order of ids, that are counted, and their
  /// segments.
  private mutating func forEach(
    _ db: Database, _ sql: String, _ body: (inout Self, Int, Int64) throws -> Void
  ) throws {
    var index = 0
    try db.makeStatement(sql: sql).forEachStep { row in
      let id = row.integer(0)
      while index < segments.count, segments[index].ids.upperBound < id { index += 1 }
      guard index < segments.count, segments[index].ids.contains(id) else { return }
      try body(&self, index, id)
    }
  }

  private func answer(_ statement: Statement, _ index: Int, _ id: Int64) throws -> Bool {
    let segment = segments[index]
    let wanted = only?[segment.plan]
    if only != nil, wanted == nil { return false }
    try statement.setArguments([segment.plan, segment.run, id, wanted?.position, wanted?.code])
    return try statement.mapSteps { $0.integer(0) == 1 }.first == true
  }
}

extension Store {
  /// The counts of an intake, which does not end: what its run says of all of its submissions.
  static func intakeCounts(
    _ db: Database, importID: Int64, run: Int64
  ) throws -> RunCounts {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT
          (SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span
            WHERE import = ?1),
          count(DISTINCT CASE WHEN p.severity = 'error' THEN e.submission END),
          count(DISTINCT CASE WHEN p.severity = 'warning' THEN e.submission END),
          count(CASE WHEN p.severity = 'error' THEN 1 END)
        FROM error e
        JOIN run r ON r.id = e.run
        JOIN plan_rule p ON p.plan = r.plan AND p.position = e.rule
        WHERE e.run = ?2
        """,
      arguments: [importID, run])
    guard let row else { return RunCounts() }
    let (records, rejected): (Int, Int) = try (row[0], row[1])
    return try RunCounts(
      records: records, accepted: records - rejected, rejected: rejected, warned: row[2],
      errors: row[3])
  }
}
