import FormBytes
import FormRules
import FormStore

/// Adds up the counts of an audit.
struct AuditCounter {
  let plans: [Int64: [Int: StoredRule]]
  let versions: [Int64: (rules: String, version: Int)]
  let origins: [Int64: ImportOrigin]
  let localization: Localization
  var report = AuditReport()
  /// Whether failures are also counted by import.
  var hasTrend = false
  private var failures: FailureLines
  private var imports: [ImportKey: AuditReport.ImportCounts] = [:]
  /// How each import was judged when it was received. Empty if only some failures are counted.
  var deliveries: [Int64: DeliveryVerdicts] = [:]
  /// When each rule was stored.
  var rulesSince: [FormRule: String] = [:]
  /// The counts by plan, so that texts are not looked up for each of many imports.
  private var judgedBy: [Int64: AuditReport.Counts] = [:]
  private var failuresInImports: [RuleKey: [Int64: Int]] = [:]
  private var formOfPlan: [Int64: String] = [:]
  private var samples: [RuleKey: [Int64]]?
  private var pairs: [PairKey: Int]?

  private struct VersionKey: Hashable {
    var form: String
    var rules: String
    var version: Int
  }

  private struct PairKey: Hashable {
    var form: String
    var rule: String
    var other: String
  }

  /// The submissions of an import, or the single submissions of a source in it.
  private struct ImportKey: Hashable {
    var importID: Int64
    var source: [UInt8]?
  }

  private typealias RuleKey = FailureLines.Key

  init(
    plans: [Int64: [Int: StoredRule]], versions: [Int64: (rules: String, version: Int)],
    origins: [Int64: ImportOrigin], rule: String?, localization: Localization
  ) {
    self.plans = plans
    self.versions = versions
    self.origins = origins
    self.localization = localization
    failures = FailureLines(of: plans)
    report.rule = rule
  }

  mutating func add(_ counts: VerdictCounts) {
    // An import without open failures is omitted.
    guard let origin = origins[counts.importID],
      !report.isOnlyOpen || counts.counts.records > 0
    else { return }
    let part = AuditReport.Counts(
      submissions: counts.counts.records, rejected: counts.counts.rejected,
      open: counts.rejected.open, corrected: counts.rejected.corrected,
      superseded: counts.rejected.superseded, waived: counts.rejected.waived,
      purged: counts.rejected.purged, warned: counts.counts.warned, errors: counts.counts.errors)
    report.total += part
    if formOfPlan[counts.planID] == nil { formOfPlan[counts.planID] = origin.form }
    let source = counts.source?.utf8Bytes
    imports[
      ImportKey(importID: counts.importID, source: source),
      default: AuditReport.ImportCounts(
        importID: counts.importID, form: origin.form, fileName: origin.fileName,
        source: counts.source ?? origin.source, batchLabel: origin.batchLabel,
        startedAt: origin.startedAt, counts: AuditReport.Counts(),
        rejectedOnDelivery: deliveries[counts.importID].map { $0.rejected[source] ?? 0 },
        rules: deliveries[counts.importID].map { "\($0.rules)@\($0.version)" })
    ].counts += part
    judgedBy[counts.planID, default: AuditReport.Counts()] += part
    for (failed, count) in counts.failures {
      let failure = FailureLines.Failure(planID: counts.planID, rule: failed)
      guard let line = failures.add(count, of: failure, in: origin) else { continue }
      if hasTrend {
        let key = key(failures.lines[line])
        failuresInImports[key, default: [:]][origin.firstPart, default: 0] += count
      }
    }
  }

  /// The maximum number of rules of a plan for which pairs are counted. Every error costs one
  /// lookup per rule.
  private static let maximumPairedRules = 64

  /// The rules whose pairs are counted: pairs with the requested rule or, without one, pairs of the
  /// rules that fail most often.
  mutating func pairedRules(of counts: [VerdictCounts]) -> [Int64: PairedRules] {
    if let wanted = report.rule {
      return plans.compactMapValues { rules in
        rules.first { $0.value.id.utf8.elementsEqual(wanted.utf8) }.map { .with($0.key) }
      }
    }
    var failures: [Int64: [Int: Int]] = [:]
    for verdicts in counts {
      for (rule, count) in verdicts.failures {
        failures[verdicts.planID, default: [:]][rule.position, default: 0] += count
      }
    }
    let most = failures.values.map(\.count).max() ?? 0
    if most > Self.maximumPairedRules {
      report.pairedRules = .init(counted: Self.maximumPairedRules, failing: most)
    }
    return failures.mapValues { failures in
      let sorted = failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      return .among(sorted.prefix(Self.maximumPairedRules).map(\.key))
    }
  }

  /// Adds the details of errors beyond their counts.
  mutating func add(_ found: FailureDetails, _ details: AuditDetails) {
    if details.samples > 0 { samples = [:] }
    if details.hasPairs { pairs = [:] }
    for (plan, rules) in plans {
      guard let form = formOfPlan[plan] else { continue }
      for (failed, ids) in found.samples[plan] ?? [:] {
        guard let rule = rules[failed.position] else { continue }
        let key = RuleKey(form: form, rule: failed.code ?? rule.id, severity: rule.severity)
        let all = ((samples?[key] ?? []) + ids).sorted()
        samples?[key] = Array(all.suffix(details.samples))
      }
      for (pair, count) in found.pairs[plan] ?? [:] {
        guard let first = rules[pair.first], let second = rules[pair.second],
          report.rule == nil || report.rule == first.id || report.rule == second.id
        else { continue }
        pairs?[PairKey(form: form, rule: first.id, other: second.id), default: 0] += count
      }
    }
  }

  func finished(top: Int?) -> AuditReport {
    let top = top ?? .max
    var report = report
    var lines = failures.described(in: localization)
    var submissionsOfForm: [String: Int] = [:]
    var versionCounts: [VersionKey: AuditReport.Counts] = [:]
    for (plan, counts) in judgedBy {
      let form = formOfPlan[plan] ?? ""
      submissionsOfForm[form, default: 0] += counts.submissions
      guard let version = versions[plan] else { continue }
      let key = VersionKey(form: form, rules: version.rules, version: version.version)
      versionCounts[key, default: AuditReport.Counts()] += counts
    }
    for index in lines.indices {
      let key = FormRule(form: lines[index].form, rule: lines[index].rule)
      // A replay applies rules to imports that precede them.
      if let since = rulesSince[key], since > lines[index].firstSeen {
        lines[index].firstSeen = since
        lines[index].lastSeen = max(lines[index].lastSeen, since)
      }
      lines[index].submissions = submissionsOfForm[lines[index].form] ?? 0
      lines[index].samples = samples.map { $0[self.key(lines[index])] ?? [] }
    }
    lines.sort { ($1.count, $0.form, $0.rule) < ($0.count, $1.form, $1.rule) }
    report.byRule = Array(lines.prefix(top))
    report.byField = Array(fields(lines).prefix(top))
    let imports = AuditedImports(
      imports: imports.values.sorted { $0.importID < $1.importID }, origins: origins,
      hasDeliveries: !deliveries.isEmpty)
    let files = imports.files
    report.byImport = files.suffix(top)
    report.bySource = Array(imports.groups(by: \.source).prefix(top))
    report.byBatchLabel = Array(imports.groups(by: \.batchLabel).prefix(top))
    report.byDay = imports.periods { String($0.startedAt.prefix(10)) }.suffix(top)
    report.byWeek = imports.periods { AuditedImports.week($0.startedAt) }.suffix(top)
    report.byVersion = versionCounts.map { key, counts in
      AuditReport.VersionCounts(
        form: key.form, rules: key.rules, version: key.version, counts: counts)
    }.sorted { ($0.rules, $0.version, $0.form) < ($1.rules, $1.version, $1.form) }.suffix(top)
    report.pairs = pairs.map { Array(sorted($0).prefix(top)) }
    if hasTrend { report.trend = report.byRule.map { trend(of: $0, in: files) } }
    return report
  }

  private func key(_ line: AuditReport.FailingRule) -> RuleKey {
    RuleKey(form: line.form, rule: line.rule, severity: line.severity)
  }

  private func sorted(_ pairs: [PairKey: Int]) -> [AuditReport.Pair] {
    pairs.map { key, count in
      AuditReport.Pair(form: key.form, rule: key.rule, other: key.other, count: count)
    }.sorted { ($1.count, $0.form, $0.rule, $0.other) < ($0.count, $1.form, $1.rule, $1.other) }
  }

  private func trend(
    of line: AuditReport.FailingRule, in imports: [AuditReport.ImportCounts]
  ) -> AuditReport.Trend {
    let counts = failuresInImports[key(line)] ?? [:]
    return AuditReport.Trend(
      form: line.form, rule: line.rule, severity: line.severity,
      imports: imports.filter { $0.form == line.form }.map { item in
        AuditReport.Trend.Step(
          importID: item.importID, submissions: item.counts.submissions,
          count: counts[item.importID] ?? 0)
      })
  }

  private func fields(_ lines: [AuditReport.FailingRule]) -> [AuditReport.FieldFailures] {
    Dictionary(grouping: lines) { [$0.form, $0.field] }.values.map { lines in
      AuditReport.FieldFailures(
        form: lines[0].form, field: lines[0].field, count: lines.reduce(0) { $0 + $1.count })
    }.sorted { ($1.count, $0.form, $0.field ?? "") < ($0.count, $1.form, $1.field ?? "") }
  }
}
