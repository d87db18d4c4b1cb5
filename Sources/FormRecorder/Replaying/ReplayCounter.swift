import FormRules
import FormStore

/// Combines the errors of each replayed submission, compares them with the earlier verdict, and
/// counts.
struct ReplayCounter {
  private(set) var report: ReplayReport
  /// The submissions that are newly accepted or rejected, if rules `exists` refer to the form.
  private(set) var changed: Set<Int64> = []
  private let collectsChanged: Bool
  private let plan: Plan
  private(set) var skips: [SkipCounts]
  /// The rules that compare records and keep their earlier errors: the other record may have been
  /// purged since. Rules that count keep all earlier errors; the others keep the errors of records
  /// that still fail.
  private let keptRules, keptCountingRules: Set<Int>
  private let onlyRejected: Bool
  private var before: [String: Int] = [:]
  /// The first submissions that each rule newly rejects, by rule position.
  private var samples: [Int: [Int64]] = [:]
  /// The current import, and the counts of its submissions since it became current.
  private var importID: Int64?
  private var tally: VerdictTally
  private var imports: [Int64: VerdictTally] = [:]

  /// The maximum number of sample submissions in the report.
  private static let sampleSize = 10
  private static let ruleSampleSize = 3

  init(_ scope: ReplayScope) {
    let bound = scope.bound
    plan = bound.plan
    let kept = scope.repeatedRules ?? []
    keptRules = kept.intersection(plan.statefulRulePositions)
    keptCountingRules = kept.intersection(plan.countingRulePositions)
    onlyRejected = scope.request.onlyRejected
    collectsChanged = plan.referencedForms.contains(plan.form.name)
    report = ReplayReport(
      form: bound.form.name, formVersion: bound.form.number, rules: bound.rules.name,
      rulesVersion: bound.rules.number)
    tally = VerdictTally(plan)
    skips = plan.rules.map { _ in SkipCounts() }
  }

  mutating func addSkips(_ more: [SkipCounts]) {
    for index in more.indices { skips[index] += more[index] }
  }

  mutating func addEarlier(_ more: [String: Int]) { before.merge(more, uniquingKeysWith: +) }

  /// Sets the import of the next submissions.
  mutating func begin(_ importID: Int64?) {
    guard importID != self.importID else { return }
    if let finished = self.importID, tally.counts.records > 0 {
      imports[finished, default: VerdictTally(plan)] += tally
      tally = VerdictTally(plan)
    }
    self.importID = importID
  }

  /// The counts of all imports.
  var total: VerdictTally { imports.values.reduce(into: tally, +=) }

  /// The counts of each import, in order.
  mutating func finishImports() -> some Sequence<ReplayedImportCounts> {
    begin(nil)
    return imports.sorted { $0.key < $1.key }.lazy.map { importID, tally in
      var replayed = ReplayedImportCounts(importID: importID)
      replayed.counts = tally.counts
      for count in tally.ruleCounts() {
        let rule = FailedRule(
          position: count.rule, code: count.rule == Plan.readerPosition ? count.code : nil)
        replayed.failures[rule] = count.failures
      }
      return replayed
    }
  }

  /// Adds the submissions that were judged last.
  ///
  /// - Parameters:
  ///   - judge: The judge of the batch, with its errors.
  ///   - earlier: The earlier verdicts, positioned before the batch.
  ///   - batch: Receives the errors.
  /// - Returns: The submissions that the run covers.
  mutating func add(
    _ parsed: ParsedBatch, _ judge: StoredRecordJudge, earlier: inout EarlierVerdicts,
    into batch: PreparedBatch
  ) -> [Int64] {
    let (judged, masked) = (judge.errors, judge.masked)
    var covered: [Int64] = []
    var errors: [PreparedBatch.ErrorRow] = []
    var (nextError, nextJudged) = (0, Int32(0))
    guard let first = parsed.rows.ids.first else { return [] }
    for id in parsed.rows.ids {
      let known = earlier.errors(of: id)
      let start = errors.count
      let offset = Int32(truncatingIfNeeded: id - first)
      if !parsed.faults.isEmpty, let fault = parsed.faults[id] {
        errors.append(
          .init(
            record: offset, rule: Int32(Plan.readerPosition), code: fault.code,
            arguments: fault.arguments))
      } else {
        earlier.reused(known, offset: offset, into: &errors)
        if !masked.isEmpty, masked[Int(nextJudged)] {
          earlier.carried(known, judge.cardRules, offset: offset, into: &errors)
        }
        while nextError < judged.count, judged[nextError].record == nextJudged {
          let rule = Int(judged[nextError].rule)
          if !keptCountingRules.contains(rule) {
            errors.append(entry(judged[nextError], offset: offset, known, earlier: earlier))
          }
          nextError += 1
        }
        if !keptCountingRules.isEmpty {
          earlier.kept(known, keptCountingRules, offset: offset, into: &errors)
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
        tally.addAccepted(1)
        continue
      }
      earlier.count(known)
      count(id, errors[start...], wasRejected: wasRejected)
    }
    report.submissions += covered.count
    batch.errors = errors
    return covered
  }

  private func entry(
    _ error: JudgedError, offset: Int32, _ known: Range<Int>, earlier: EarlierVerdicts
  ) -> PreparedBatch.ErrorRow {
    if keptRules.contains(Int(error.rule)),
      let kept = earlier.error(known, ofRule: Int(error.rule))
    {
      return .init(
        record: offset, rule: error.rule, code: kept.code, arguments: kept.arguments)
    }
    return .init(
      record: offset, rule: error.rule, code: plan.rules[Int(error.rule)].storedCode(error.code),
      arguments: error.arguments.json)
  }

  private mutating func count(
    _ id: Int64, _ errors: ArraySlice<PreparedBatch.ErrorRow>, wasRejected: Bool
  ) {
    let isRejected = tally.add(errors)
    if collectsChanged, isRejected != wasRejected { changed.insert(id) }
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
    let total = total
    report.accepted = total.counts.accepted
    report.rejected = total.counts.rejected
    var after: [String: Int] = [:]
    for count in total.ruleCounts() {
      let id = count.rule == Plan.readerPosition ? count.code : plan.rules[count.rule].id
      after[id] = count.failures
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
}
