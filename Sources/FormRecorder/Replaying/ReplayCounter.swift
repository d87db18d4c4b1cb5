import FormRules
import FormStore

/// Combines the errors of each replayed submission, compares them with the earlier verdict, and
/// counts.
struct ReplayCounter {
  private(set) var report: ReplayReport
  private(set) var counts = RunCounts()
  private let plan: Plan
  /// The rules that cannot be evaluated for masked numbers, by identifier.
  private let cardRules: [String: Int]
  private var failures: [Int]
  private var faults: [String: Int] = [:]
  private var skips: [SkipCounts]
  private var before: [String: Int] = [:]
  /// The first submissions that each rule newly rejects, by rule position.
  private var samples: [Int: [Int64]] = [:]
  /// The current import, and the counts when its submissions began.
  private var importID: Int64?
  private var beforeImport = ImportBeginning()
  private var imports: [Int64: ImportTally] = [:]

  /// The counts of one import. Kept small, because there may be many imports.
  private struct ImportTally {
    var counts = RunCounts()
    /// The failures by rule position.
    var failures: [Int32]
    var faults: [String: Int] = [:]
  }

  private struct ImportBeginning {
    var counts = RunCounts()
    var failures: [Int] = []
    var faults: [String: Int] = [:]
  }

  /// The maximum number of sample submissions in the report.
  private static let sampleSize = 10
  private static let ruleSampleSize = 3

  init(_ bound: BoundRules) {
    plan = bound.plan
    cardRules = Dictionary(
      uniqueKeysWithValues: plan.cardRules.map { (bound.plan.rules[$0].id, $0) })
    report = ReplayReport(
      form: bound.form.name, formVersion: bound.form.number, rules: bound.rules.name,
      rulesVersion: bound.rules.number)
    failures = Array(repeating: 0, count: plan.rules.count)
    skips = failures.map { _ in SkipCounts() }
  }

  mutating func addSkips(_ more: [SkipCounts]) {
    for index in more.indices { skips[index] += more[index] }
  }

  mutating func addEarlier(_ more: [String: Int]) { before.merge(more, uniquingKeysWith: +) }

  /// Sets the import of the next submissions.
  mutating func begin(_ importID: Int64?) {
    guard importID != self.importID else { return }
    if let finished = self.importID { addImport(finished) }
    self.importID = importID
    beforeImport = ImportBeginning(counts: counts, failures: failures, faults: faults)
  }

  /// Adds the counts since the import was entered.
  private mutating func addImport(_ importID: Int64) {
    guard counts.records > beforeImport.counts.records else { return }
    var found =
      imports[importID] ?? ImportTally(failures: Array(repeating: 0, count: failures.count))
    found.counts += counts - beforeImport.counts
    for position in failures.indices {
      found.failures[position] += Int32(failures[position] - beforeImport.failures[position])
    }
    for (code, count) in faults where count > beforeImport.faults[code] ?? 0 {
      found.faults[code, default: 0] += count - (beforeImport.faults[code] ?? 0)
    }
    imports[importID] = found
  }

  /// The counts of each import, in order.
  mutating func finishImports() -> some Sequence<ReplayedImport> {
    begin(nil)
    return imports.sorted { $0.key < $1.key }.lazy.map { importID, found in
      var replayed = ReplayedImport(importID: importID)
      replayed.counts = found.counts
      for (position, count) in found.failures.enumerated() where position > 0 && count > 0 {
        replayed.failures[FailedRule(position: position)] = Int(count)
      }
      for (code, count) in found.faults {
        replayed.failures[FailedRule(position: 0, code: code)] = count
      }
      return replayed
    }
  }

  /// Adds the submissions that were judged last.
  ///
  /// - Parameters:
  ///   - judged: The errors of the evaluated rules, in the order of record and rule.
  ///   - masked: Whether each judged record contains a masked number. Empty if none does.
  ///   - earlier: The earlier verdicts, positioned before the batch.
  ///   - batch: Receives the errors.
  /// - Returns: The submissions that the run covers.
  mutating func add(
    _ parsed: ParsedBatch, _ judged: [JudgedError], masked: [Bool],
    _ earlier: inout EarlierVerdicts, onlyRejected: Bool, into batch: PreparedBatch
  ) -> [Int64] {
    var covered: [Int64] = []
    var errors: [PreparedBatch.Error] = []
    var (nextError, nextJudged) = (0, Int32(0))
    guard let first = parsed.rows.ids.first else { return [] }
    for id in parsed.rows.ids {
      let known = earlier.errors(of: id)
      let start = errors.count
      let offset = Int32(truncatingIfNeeded: id - first)
      if !parsed.faults.isEmpty, let fault = parsed.faults[id] {
        errors.append(.init(record: offset, rule: 0, code: fault.code, arguments: fault.arguments))
      } else {
        earlier.reused(known, offset: offset, into: &errors)
        if !masked.isEmpty, masked[Int(nextJudged)] {
          earlier.carried(known, cardRules, offset: offset, into: &errors)
        }
        while nextError < judged.count, judged[nextError].record == nextJudged {
          errors.append(entry(judged[nextError], offset: offset))
          nextError += 1
        }
        nextJudged += 1
        if errors.count > start + 1 { errors[start...].sort { $0.rule < $1.rule } }
      }
      let wasRejected = earlier.isRejected(known)
      if onlyRejected, !wasRejected {
        errors.removeLast(errors.count - start)
        continue
      }
      covered.append(id)
      if known.isEmpty, errors.count == start {
        counts.accepted += 1
        continue
      }
      earlier.count(known)
      count(id, errors[start...], wasRejected)
    }
    counts.records += covered.count
    report.submissions += covered.count
    batch.errors = errors
    return covered
  }

  private func entry(_ error: JudgedError, offset: Int32) -> PreparedBatch.Error {
    .init(
      record: offset, rule: error.rule, code: plan.rules[Int(error.rule)].storedCode(error.code),
      arguments: error.arguments.json)
  }

  private mutating func count(
    _ id: Int64, _ errors: ArraySlice<PreparedBatch.Error>, _ wasRejected: Bool
  ) {
    var (isRejected, isWarned) = (false, false)
    for error in errors {
      if error.rule == 0 { faults[error.code ?? "", default: 0] += 1 }
      failures[Int(error.rule)] += 1
      switch plan.rules[Int(error.rule)].severity {
      case .error:
        counts.errors += 1
        isRejected = true
      case .warning: isWarned = true
      case .info: break
      }
    }
    if isWarned { counts.warned += 1 }
    if isRejected { counts.rejected += 1 } else { counts.accepted += 1 }
    if isRejected, !wasRejected {
      for error in errors where plan.rules[Int(error.rule)].severity.rejects {
        if samples[Int(error.rule), default: []].count < Self.ruleSampleSize {
          samples[Int(error.rule), default: []].append(id)
        }
      }
      report.newlyRejected += 1
      if report.newlyRejectedSample.count < Self.sampleSize {
        report.newlyRejectedSample.append(id)
      }
    }
    if !isRejected, wasRejected {
      report.newlyAccepted += 1
      if report.newlyAcceptedSample.count < Self.sampleSize {
        report.newlyAcceptedSample.append(id)
      }
    }
  }

  /// The report without the run's number and head.
  var finalReport: ReplayReport {
    var report = report
    report.accepted = counts.accepted
    report.rejected = counts.rejected
    var after: [String: Int] = faults
    for (index, rule) in plan.rules.enumerated() where index > 0 && failures[index] > 0 {
      after[rule.id] = failures[index]
    }
    let order = plan.rules.map(\.id)
    let others = Set(after.keys).union(before.keys).subtracting(order).sorted()
    report.byRule = (order + others).compactMap { rule in
      let position = plan.rules.firstIndex { $0.id == rule }
      let change = ReplayReport.RuleChange(
        rule: rule, before: before[rule] ?? 0, after: after[rule] ?? 0,
        newlyRejectedSample: position.flatMap { samples[$0] } ?? [])
      return change.before == 0 && change.after == 0 ? nil : change
    }
    return report
  }

  /// The counts of the rules that failed or were skipped.
  var ruleCounts: [RunEnd.RuleCount] {
    faults.sorted { $0.key < $1.key }.map {
      RunEnd.RuleCount(rule: 0, code: $0.key, failures: $0.value)
    }
      + failures.indices.dropFirst().filter { failures[$0] > 0 || skips[$0].total > 0 }.map {
        RunEnd.RuleCount(rule: $0, failures: failures[$0], skips: skips[$0])
      }
  }
}
