import FormBytes
import FormRules
import GRDB

/// Counts verdicts by run and import, and by the source that segments of single submissions have.
struct VerdictCounter {
  var groups: [VerdictCounts] = []
  let segments: [VerdictSegment]
  private let verdicts: VerdictCountScope
  let only: [Int64: FailedRule]?
  /// By segment, the index in `groups`.
  var groupOfSegment: [Int] = []
  private var segmentsOfRun: [Int64: [Int]] = [:]
  private var groupsOfRun: [Int64: [Int]] = [:]
  /// The indexes in `groups` whose recorded counts are used.
  private var summarized: Set<Int> = []
  /// The severities of rules, by plan and position.
  private var severities: [Int64: [Int: Severity]] = [:]

  private struct GroupKey: Hashable {
    var runID: Int64
    var importID: Int64
    var source: [UInt8]?
  }

  init(
    _ segments: [VerdictSegment], _ verdicts: VerdictCountScope, only: [Int64: FailedRule]?
  ) {
    self.segments = segments
    self.verdicts = verdicts
    self.only = only
    var known: [GroupKey: Int] = [:]
    for (index, segment) in segments.enumerated() {
      let key = GroupKey(
        runID: segment.runID, importID: segment.importID, source: segment.source?.utf8Bytes)
      let group = known[key] ?? groups.count
      if group == groups.count {
        known[key] = group
        groups.append(
          VerdictCounts(
            runID: segment.runID, planID: segment.planID, importID: segment.importID,
            source: segment.source))
        groupsOfRun[segment.runID, default: []].append(group)
      }
      groups[group].counts.records += segment.ids.count
      groupOfSegment.append(group)
      segmentsOfRun[segment.runID, default: []].append(index)
    }
  }

  mutating func count(_ db: Database) throws {
    try readSeverities(db)
    if verdicts == .open { return try countOpen(db) }
    let ofImports = try readSummaries(db)
    try readRuleSummaries(db, ofImports)
    for run in groupsOfRun.keys where ofImports[run] == nil { try readReplay(db, run) }
    try countRest(db)
    if verdicts == .current, only == nil {
      try countStates(db)
    } else {
      try countClosed(db)
    }
  }

  /// Counts errors, ignoring recorded counts.
  mutating func countErrors(_ db: Database) throws {
    try readSeverities(db)
    try countRest(db)
  }

  /// Counts the errors of groups without recorded counts.
  private mutating func countRest(_ db: Database) throws {
    for (run, groups) in groupsOfRun where !groups.allSatisfy(summarized.contains) {
      try countErrors(db, run)
    }
    for index in groups.indices {
      groups[index].counts.accepted = groups[index].counts.records - groups[index].counts.rejected
    }
  }

  /// Counts the open submissions and their failures, for runs that have any.
  private mutating func countOpen(_ db: Database) throws {
    var runs: Set<Int64> = []
    try forEach(
      db, "SELECT submission FROM submission_status WHERE rejected = 1 AND state IS NULL ORDER BY 1"
    ) { counter, index, _ in runs.insert(counter.segments[index].runID) }
    for run in runs { try countErrors(db, run) }
    for index in groups.indices {
      groups[index].counts.records = groups[index].counts.rejected
      groups[index].rejected.open = groups[index].counts.rejected
    }
  }

  private mutating func readSeverities(_ db: Database) throws {
    try db.forEachRow(sql: "SELECT plan, position, severity FROM plan_rule") {
      let (plan, position) = try ($0.integer(0), Int($0.integer(1)))
      severities[plan, default: [:]][position] = Severity(stored: try $0.optionalText(2))
    }
  }

  /// Returns the first and last of some runs. There are usually few other runs in between.
  private static func bounds(_ runs: some Collection<Int64>) -> (first: Int64, last: Int64)? {
    guard let first = runs.min(), let last = runs.max() else { return nil }
    return (first, last)
  }

  /// Returns the runs whose recorded counts are used, with their indexes in `groups`.
  private mutating func readSummaries(_ db: Database) throws -> [Int64: Int] {
    var runs: [Int64: Int] = [:]
    guard let (first, last) = Self.bounds(groupsOfRun.keys) else { return [:] }
    try db.forEachRow(
      sql: "SELECT run, records, rejected, warned, errors FROM run_end WHERE run BETWEEN ? AND ?",
      arguments: [first, last]
    ) { row in
      let run = try row.integer(0)
      guard let group = groupsOfRun[run]?[0],
        try groups[group].counts.records == row.count(1)
      else { return }
      runs[run] = group
      summarized.insert(group)
      guard only == nil else { return }
      groups[group].counts.rejected = try row.count(2)
      groups[group].counts.warned = try row.count(3)
      groups[group].counts.errors = try row.count(4)
    }
    return runs
  }

  /// Uses the recorded results of a replay for imports of which everything that it covered is
  /// counted.
  private mutating func readReplay(_ db: Database, _ runID: Int64) throws {
    let imports = try ReplayedImportCounts.fetch(db, runID: runID)
    for group in groupsOfRun[runID] ?? [] {
      guard let found = imports[groups[group].importID],
        found.counts.records == groups[group].counts.records
      else { continue }
      summarized.insert(group)
      if only == nil {
        (groups[group].counts, groups[group].failures) = (found.counts, found.failures)
      } else {
        for (rule, failures) in found.failures { add(failures, of: rule, to: group) }
      }
    }
  }

  /// - Parameter runs: The runs, with their indexes in `groups`.
  private mutating func readRuleSummaries(_ db: Database, _ runs: [Int64: Int]) throws {
    guard let (first, last) = Self.bounds(runs.keys) else { return }
    try db.forEachRow(
      sql: """
        SELECT run, rule, code, failures FROM run_rule WHERE run BETWEEN ? AND ? AND failures > 0
        """, arguments: [first, last]
    ) { row in
      guard let group = runs[try row.integer(0)] else { return }
      let rule = try FailedRule(row)
      add(try row.count(3), of: rule, to: group)
    }
  }

  /// Adds recorded failures of a rule, if it is counted.
  private mutating func add(_ failures: Int, of rule: FailedRule, to group: Int) {
    guard isWanted(rule, groups[group].planID) else { return }
    groups[group].failures[rule, default: 0] += failures
    guard only != nil, let severity = severities[groups[group].planID]?[rule.position]
    else { return }
    // A rule fails at most once per record. If several of the reader's codes are counted, a record
    // has only one of them.
    if severity.rejects {
      groups[group].counts.rejected += failures
      groups[group].counts.errors += failures
    }
    if case .warning = severity { groups[group].counts.warned += failures }
  }

  private func isWanted(_ rule: FailedRule, _ planID: Int64) -> Bool {
    guard let only else { return true }
    guard let wanted = only[planID] else { return false }
    return wanted.position == rule.position && (wanted.code == nil || wanted.code == rule.code)
  }

  /// Counts a run's errors in one pass.
  private mutating func countErrors(_ db: Database, _ runID: Int64) throws {
    guard let parts = segmentsOfRun[runID], let first = parts.first else { return }
    let planID = segments[first].planID
    let severities = severities[planID] ?? [:]
    var counted = (submission: Int64(-1), rejected: false, warned: false)
    try Store.forEachFailure(
      db, in: parts.map { segments[$0] }, onlyOpen: verdicts == .open
    ) { part, id, row in
      let rule = try FailedRule(row)
      guard isWanted(rule, planID) else { return }
      let group = groupOfSegment[parts[part]]
      if summarized.contains(group) { return }
      groups[group].failures[rule, default: 0] += 1
      if counted.submission != id { counted = (id, false, false) }
      guard let severity = severities[rule.position] else { return }
      if severity.rejects {
        groups[group].counts.errors += 1
        if !counted.rejected { groups[group].counts.rejected += 1 }
        counted.rejected = true
      }
      if case .warning = severity {
        if !counted.warned { groups[group].counts.warned += 1 }
        counted.warned = true
      }
    }
  }
}

/// The submissions and failures to count.
package enum VerdictCountScope: Sendable {
  /// All submissions.
  case current
  /// The open submissions. Counts only failures that reject and are not waived.
  case open
  /// The submissions of a run, whether its verdicts are current or not.
  case ofRun
}
