public import FormRules
import FormStore

extension Recorder {
  /// Counts the verdicts that hold.
  ///
  /// - Parameters:
  ///   - selection: the submissions. With a rule only its failures are counted, among all of them.
  ///   - top: at most so many lines of each kind; of imports and days the last ones.
  ///   - localization: the language of the rules' words.
  public func audit(
    _ selection: SubmissionSelection, top: Int? = nil, in localization: Localization = .english
  ) throws(RecorderError) -> AuditReport {
    let store = try storeForReading()
    return try explaining {
      let filter = try selection.filter(in: store)
      let segments = try store.verdictSegments(filter)
      var plans: [Int64: [Int: StoredRule]] = [:]
      for plan in Set(segments.map(\.plan)) { plans[plan] = try store.planRules(plan) }
      if !localization.isPlainEnglish {
        let words = try plans.keys.map {
          ($0, try PlanWords(plan: $0, in: localization, of: store))
        }
        try localization.requireKnown(by: words.compactMap(\.1.plan))
        for (plan, words) in words { plans[plan] = words.rules }
      }
      let only = selection.rule.map { rule in plans.compactMapValues { $0.failed(rule) } }
      var audit = Audit(
        plans: plans, origins: try store.importOrigins(filter), rule: selection.rule,
        localization: localization)
      for counts in try store.verdictCounts(segments, only: only) { audit.add(counts) }
      audit.report.unfinishedImports = try store.unfinishedCount(filter)
      return audit.finished(top: top)
    }
  }
}

/// Adds counts up.
private struct Audit {
  let plans: [Int64: [Int: StoredRule]]
  let origins: [Int64: ImportOrigin]
  let localization: Localization
  var report = AuditReport()
  private var submissionsOfForm: [String: Int] = [:]
  private var rules: [RuleKey: AuditReport.RuleFailures] = [:]
  private var imports: [Int64: AuditReport.ImportCounts] = [:]

  /// Versions of a rule set share their rules' ids.
  private struct RuleKey: Hashable {
    var form: String
    var rule: String
    var severity: Severity
  }

  init(
    plans: [Int64: [Int: StoredRule]], origins: [Int64: ImportOrigin], rule: String?,
    localization: Localization
  ) {
    self.plans = plans
    self.origins = origins
    self.localization = localization
    report.rule = rule
  }

  mutating func add(_ counts: VerdictCounts) {
    guard let origin = origins[counts.importID] else { return }
    let part = AuditReport.Counts(
      submissions: counts.counts.records, rejected: counts.counts.rejected, open: counts.open,
      corrected: counts.corrected, waived: counts.waived,
      warned: counts.counts.warned, errors: counts.counts.errors)
    report.total += part
    submissionsOfForm[origin.form, default: 0] += part.submissions
    imports[
      counts.importID,
      default: AuditReport.ImportCounts(
        importID: counts.importID, form: origin.form, fileName: origin.fileName,
        source: origin.source, batch: origin.batch, startedAt: origin.startedAt,
        counts: AuditReport.Counts())
    ].counts += part
    for (failed, count) in counts.failures {
      guard let rule = plans[counts.plan]?[failed.position] else { continue }
      add(rule, id: failed.code ?? rule.id, count, origin)
    }
  }

  private mutating func add(_ rule: StoredRule, id: String, _ count: Int, _ origin: ImportOrigin) {
    let key = RuleKey(form: origin.form, rule: id, severity: rule.severity)
    var line =
      rules[key]
      ?? AuditReport.RuleFailures(
        form: origin.form, rule: id, field: rule.field,
        severity: rule.severity, words: words(of: rule, id), count: 0,
        submissions: 0, firstSeen: origin.startedAt, lastSeen: origin.startedAt)
    line.count += count
    line.firstSeen = min(line.firstSeen, origin.startedAt)
    if origin.startedAt >= line.lastSeen {
      line.lastSeen = origin.startedAt
      (line.field, line.words) = (rule.field, words(of: rule, id))
    }
    rules[key] = line
  }

  /// The rule in words; what the reader reports has words for each code, whose numbers differ from
  /// record to record.
  private func words(of rule: StoredRule, _ id: String) -> String {
    rule.kind == PlanRule.readerName
      ? localization.words(ofReader: id, [], orElse: "…") : rule.words
  }

  func finished(top: Int?) -> AuditReport {
    let top = top ?? .max
    var report = report
    var lines = Array(rules.values)
    for index in lines.indices {
      lines[index].submissions = submissionsOfForm[lines[index].form] ?? 0
    }
    lines.sort { ($1.count, $0.form, $0.rule) < ($0.count, $1.form, $1.rule) }
    report.byRule = Array(lines.prefix(top))
    report.byField = Array(fields(lines).prefix(top))
    let imports = imports.values.sorted { $0.importID < $1.importID }
    report.byImport = imports.suffix(top)
    report.bySource = Array(groups(imports, by: \.source).prefix(top))
    report.byBatch = Array(groups(imports, by: \.batch).prefix(top))
    report.byDay = groups(imports) { String($0.startedAt.prefix(10)) }
      .sorted { ($0.name ?? "") < ($1.name ?? "") }.suffix(top)
    return report
  }

  private func fields(_ lines: [AuditReport.RuleFailures]) -> [AuditReport.FieldFailures] {
    Dictionary(grouping: lines) { [$0.form, $0.field] }.values.map { lines in
      AuditReport.FieldFailures(
        form: lines[0].form, field: lines[0].field, count: lines.reduce(0) { $0 + $1.count })
    }.sorted { ($1.count, $0.form, $0.field ?? "") < ($0.count, $1.form, $1.field ?? "") }
  }

  private func groups(
    _ imports: [AuditReport.ImportCounts], by name: (AuditReport.ImportCounts) -> String?
  ) -> [AuditReport.Group] {
    Dictionary(grouping: imports, by: name).map { name, imports in
      AuditReport.Group(
        name: name, counts: imports.reduce(into: AuditReport.Counts()) { $0 += $1.counts })
    }.sorted { ($1.counts.rejected, $0.name ?? "") < ($0.counts.rejected, $1.name ?? "") }
  }
}
