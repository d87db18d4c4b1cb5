public import FormRules
public import FormStore

/// The result of an import.
public struct ImportReport: Sendable, Encodable {
  /// The number of the import, or of the earlier import of the same file. Nil if neither is stored.
  public var importID: Int64?
  /// The number of the import's run, or nil if there is no import.
  public var runID: Int64?
  /// The file's path as given in the request.
  public var file: String
  /// The name of the form.
  public var form: String
  /// The form's version, or nil if the form is not stored.
  public var formVersion: Int?
  /// The name of the rule set.
  public var rules: String
  /// The rule set's version, or nil if the rule set is not stored.
  public var rulesVersion: Int?
  /// The sender of the file.
  public var source: String?
  /// The operator of the import, if given.
  public var by: String?
  /// The reason for the import, if given.
  public var reason: String?
  /// The SHA-256 digest of the file, in hexadecimal.
  public var sha256: String
  /// The record and error counts.
  package var counts = RunCounts()
  /// The rules with at least one failure, in the order of the plan.
  public var byRule: [RuleFailures] = []
  /// The rules that were skipped at least once, one element per reason, in the order of the plan.
  public var skipped: [RuleSkips] = []
  /// The state of the import, in the report of a stored one (`Recorder.importReport(_:)`).
  public var state: ImportState?
  /// Whether the file was already imported, in which case nothing was recorded.
  public var isAlreadyImported = false
  /// Whether the file was already imported, without options of reading that the request has.
  package var wasReadOtherwise = false
  /// Descriptions of the exceeded limits.
  public var exceededLimits: [String] = []
  /// The columns that map to no field. The form determines their treatment.
  public var unknownColumns: [String] = []
  /// The fields without a column.
  public var missingFields: [String] = []
  /// The head of the hash chain, which serves as a receipt.
  public var head: String?
  /// Whether nothing was recorded because an atomic import exceeds a limit, or because the changes
  /// of a correction file were refused.
  public var isRefused = false
  /// The result of a correction file, or nil for other files.
  public var corrections: CorrectionCounts?
  /// The changes of an import of corrections, if they were requested.
  public var patches: [CorrectionPatch]?
  /// The comparison with earlier deliveries, or nil if the form has no key.
  public var deliveries: DeliveryCounts?
  /// The records that repairs of the source corrected, or nil if there are no repairs.
  public var repairs: Repairs?
  /// The external run's counts of the whole input, if this import contains its rejected records.
  package var externalRun: ExternalRun?
  /// The external run's counts as text.
  package var externalRunDescription: String? { externalRun?.description }

  /// Creates a report on a file before its records are counted.
  init(
    file: String, sha256: String, form: (name: String, number: Int?),
    rules: (name: String, number: Int?), _ attribution: Attribution = .none
  ) {
    (self.file, self.sha256) = (file, sha256)
    (self.form, formVersion) = (form.name, form.number)
    (self.rules, rulesVersion) = (rules.name, rules.number)
    (by, reason) = (attribution.by, attribution.reason)
  }

  /// The number of records.
  public var records: Int { counts.records }
  /// The number of accepted records.
  public var accepted: Int { counts.accepted }
  /// The number of rejected records.
  public var rejected: Int { counts.rejected }
  /// The number of records with at least one warning, accepted or not.
  public var warned: Int { counts.warned }
  /// The number of errors with severity `error`.
  public var errors: Int { counts.errors }

  /// The failures of one rule.
  public struct RuleFailures: Sendable, Equatable, Encodable {
    /// The rule's identifier.
    public var rule: String
    /// The field that the rule checks, if any.
    public var field: String?
    /// The severity of a failure.
    public var severity: Severity
    /// The number of failures.
    public var count: Int

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "rule": rule, "field": field, "severity": severity.rawValue, "count": count,
      ])
    }
  }

  /// The number of times a rule was skipped for one reason.
  public struct RuleSkips: Sendable, Equatable, Encodable {
    /// The rule's identifier.
    public var rule: String
    /// The field that the rule checks, if any.
    public var field: String?
    /// The reason for the skip.
    public var reason: SkipReason
    /// The number of skips.
    public var count: Int

    /// Encodes the members with stable keys.
    public func encode(to encoder: any Encoder) throws {
      try encoder.encodeMembers([
        "rule": rule, "field": field, "reason": reason.rawValue, "count": count,
      ])
    }
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "import": importID, "run": runID, "file": file, "form": form, "formVersion": formVersion,
      "rules": rules, "rulesVersion": rulesVersion, "source": source, "by": by, "reason": reason,
      "sha256": sha256,
    ])
    try counts.encode(to: encoder)
    try encoder.encodeMembers([
      "byRule": byRule, "skipped": skipped, "alreadyImported": isAlreadyImported,
      "refused": isRefused, "limits": exceededLimits, "unknownColumns": unknownColumns,
      "missingFields": missingFields, "head": head,
    ])
    if let state { try encoder.encodeMembers(["state": state.rawValue]) }
    if let corrections { try encoder.encodeMembers(["corrections": corrections]) }
    if let patches { try encoder.encodeMembers(["patches": patches]) }
    if let deliveries { try encoder.encodeMembers(["deliveries": deliveries]) }
    if let repairs { try encoder.encodeMembers(["repairs": repairs]) }
    if let externalRun { try encoder.encodeMembers(["externalRun": externalRun]) }
  }
}

extension ImportReport {
  /// Adds the result of another part of the same file.
  mutating func add(_ other: RunCounts, _ rules: [RuleFailures], skips: [RuleSkips]) {
    counts += other
    for skip in skips {
      if let known = skipped.firstIndex(where: { ($0.rule, $0.reason) == (skip.rule, skip.reason) })
      {
        skipped[known].count += skip.count
      } else {
        skipped.append(skip)
      }
    }
    for rule in rules {
      if let known = byRule.firstIndex(where: { $0.rule == rule.rule }) {
        byRule[known].count += rule.count
      } else {
        byRule.append(rule)
      }
    }
  }
}

extension Plan {
  /// The failures of each rule that failed at least once.
  package func failures(_ counts: [RunEnd.RuleCount]) -> [ImportReport.RuleFailures] {
    counts.filter { $0.failures > 0 && $0.rule < rules.count }.map { count in
      let rule = rules[count.rule]
      return ImportReport.RuleFailures(
        rule: count.rule == Self.readerPosition ? count.code : rule.id,
        field: rule.field.map { form.fields[$0].name }, severity: rule.severity,
        count: count.failures)
    }
  }
}

extension Plan {
  /// The skips of each rule, by reason.
  package func skips(_ counts: [RunEnd.RuleCount]) -> [ImportReport.RuleSkips] {
    counts.filter { $0.rule < rules.count }.flatMap { count in
      let rule = rules[count.rule]
      return count.skips.byReason.map { reason, times in
        ImportReport.RuleSkips(
          rule: rule.id, field: rule.field.map { form.fields[$0].name }, reason: reason,
          count: times)
      }
    }
  }
}

extension StoredRule {
  func skips(_ skips: SkipCounts) -> [ImportReport.RuleSkips] {
    skips.byReason.map { reason, count in
      ImportReport.RuleSkips(rule: id, field: field, reason: reason, count: count)
    }
  }

  func failures(code: String, _ count: Int) -> ImportReport.RuleFailures {
    ImportReport.RuleFailures(
      rule: code.isEmpty ? id : code, field: field, severity: severity, count: count)
  }
}

extension ImportReport {
  /// Adds the violation of a limit on rejected records, if there is one.
  mutating func addViolation(of maximumRejected: Limit.Amount?) {
    guard let maximumRejected,
      let violation = Limit(.rejected, max: maximumRejected).violation(counts, after: nil),
      !exceededLimits.contains(violation)
    else { return }
    exceededLimits.append(violation)
  }
}
