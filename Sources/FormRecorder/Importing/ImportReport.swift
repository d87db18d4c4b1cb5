public import FormRules
package import FormStore

/// What an import came to; its JSON is what `import --format json` prints.
public struct ImportReport: Sendable {
  /// The import's number; nil when nothing was stored.
  public var importID: Int64?
  /// The run's number; nil when nothing was stored.
  public var run: Int64?
  /// The file's name as it was given.
  public var file: String
  /// The form and its version.
  public var form: String
  /// The form's version; nil when it is not stored.
  public var formVersion: Int?
  /// The rule set and its version.
  public var rules: String
  /// The rule set's version; nil when it is not stored.
  public var rulesVersion: Int?
  /// Who sent it.
  public var source: String?
  /// Who ran the import, if that was said.
  public var by: String?
  /// Why, if that was said.
  public var reason: String?
  /// SHA-256 of the file, hexadecimal.
  public var sha256: String
  /// The counts.
  package var counts: RunCounts
  /// Rules with at least one failure, in the order of the plan.
  public var byRule: [RuleFailures]
  /// Rules that were skipped somewhere, with a reason each, in the order of the plan.
  public var skipped: [RuleSkips]
  /// Whether the file was imported before, so that nothing was recorded.
  public var isAlreadyImported: Bool
  /// The limits that were passed, in words.
  public var passedLimits: [String]
  /// Columns that fill no field; what becomes of them the form says.
  public var unknownColumns: [String]
  /// Fields that no column fills.
  public var missingFields: [String]
  /// The head of the hash chain: a receipt.
  public var head: String?
  /// Whether nothing was recorded because a limit was exceeded and all or nothing was asked for.
  public var isRefused = false
  /// What a file of corrections came to; nil of other files.
  public var corrections: CorrectionCounts?
  /// What the records are to earlier deliveries of them; nil when the form has no key.
  public var deliveries: DeliveryCounts?
  /// Of the rejected records of a job: what it counted in the whole.
  package var judged: ExternalRun?
  /// The same in words.
  package var judgedWords: String? { judged?.words }

  /// How many records there were.
  public var records: Int { counts.records }
  /// How many of them were accepted.
  public var accepted: Int { counts.accepted }
  /// How many of them were rejected.
  public var rejected: Int { counts.rejected }
  /// How many had a warning, accepted or not.
  public var warned: Int { counts.warned }
  /// How many errors of severity error there were.
  public var errors: Int { counts.errors }

  /// The failures of one rule.
  public struct RuleFailures: Sendable, Equatable {
    /// The rule's id.
    public var rule: String
    /// The field, if it is for one.
    public var field: String?
    /// What a failure means.
    public var severity: Severity
    /// How often it failed.
    public var count: Int

    package var json: JSON {
      .object([
        "rule": .string(rule), "field": .optional(field), "severity": .string(severity.rawValue),
        "count": .integer(count),
      ])
    }
  }

  /// How often a rule was skipped for one reason.
  public struct RuleSkips: Sendable, Equatable {
    /// The rule's id.
    public var rule: String
    /// The field, if it is for one.
    public var field: String?
    /// Why it was not judged.
    public var reason: SkipReason
    /// How often.
    public var count: Int

    package var json: JSON {
      .object([
        "rule": .string(rule), "field": .optional(field), "reason": .string(reason.rawValue),
        "count": .integer(count),
      ])
    }
  }

  /// The report as JSON, with stable keys.
  package var json: JSON {
    let json = JSON.object([
      "import": .optional(importID), "run": .optional(run), "file": .string(file),
      "form": .string(form), "formVersion": .optional(formVersion), "rules": .string(rules),
      "rulesVersion": .optional(rulesVersion), "source": .optional(source),
      "by": .optional(by), "reason": .optional(reason), "sha256": .string(sha256),
      "records": .integer(counts.records),
      "accepted": .integer(counts.accepted), "rejected": .integer(counts.rejected),
      "warned": .integer(counts.warned), "errors": .integer(counts.errors),
      "byRule": .array(byRule.map(\.json)), "skipped": .array(skipped.map(\.json)),
      "alreadyImported": .bool(isAlreadyImported), "refused": .bool(isRefused),
      "limits": .array(passedLimits.map(JSON.string)),
      "unknownColumns": .array(unknownColumns.map(JSON.string)),
      "missingFields": .array(missingFields.map(JSON.string)), "head": .optional(head),
    ])
    guard case .object(var members) = json else { return json }
    if let corrections { members.append(.init("corrections", corrections.json)) }
    if let deliveries { members.append(.init("deliveries", deliveries.json)) }
    if let judged { members.append(.init("judged", judged.json)) }
    return .object(members)
  }
}

extension ImportReport {
  /// Adds what another part of the same file came to.
  mutating func add(_ other: RunCounts, _ rules: [RuleFailures], _ skips: [RuleSkips]) {
    counts += other
    skipped += skips
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
  /// The failures by rule, for those with at least one.
  package func failures(_ counts: [RunEnd.RuleCount]) -> [ImportReport.RuleFailures] {
    counts.filter { $0.failures > 0 && $0.rule < rules.count }.map { count in
      let rule = rules[count.rule]
      return ImportReport.RuleFailures(
        rule: count.rule == 0 ? count.code : rule.id,
        field: rule.field.map { form.fields[$0].name }, severity: rule.severity,
        count: count.failures)
    }
  }
}

extension Plan {
  /// The skipped rules, by reason.
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

extension Limit {
  /// What is wrong when the counts pass the limit, in words; nil when they do not.
  package func violation(_ counts: RunCounts) -> String? {
    let value =
      switch subject {
      case .records: counts.records
      case .rejected: counts.rejected
      case .warned: counts.warned
      case .errors: counts.errors
      }
    if let min, !min.isReached(by: value, of: counts.records) {
      return "\(subject.rawValue): \(value), at least \(min) are needed"
    }
    if let max, max.isExceeded(by: value, of: counts.records) {
      return "\(subject.rawValue): \(value), at most \(max) are allowed"
    }
    return nil
  }
}

extension Limit.Amount: CustomStringConvertible {
  /// A number, or a share such as `5%`, at most 100 %; nil when it is neither.
  public init?(_ text: String) {
    if text.hasSuffix("%") {
      let bytes = Array(text.utf8.dropLast())
      guard let share = try? NumberGrammar.decimal(bytes.span),
        share >= ExactDecimal(0), share <= ExactDecimal(100)
      else { return nil }
      self = .percent(share)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }

  func isExceeded(by value: Int, of whole: Int) -> Bool {
    switch self {
    case .count(let count): value > count
    case .percent(let share):
      // value / whole > share / 100, exactly.
      ExactDecimal(Int64(value)).multiplied(by: ExactDecimal(100)).flatMap { left in
        share.multiplied(by: ExactDecimal(Int64(whole))).map { left > $0 }
      } ?? true
    }
  }

  func isReached(by value: Int, of whole: Int) -> Bool {
    switch self {
    case .count(let count): value >= count
    case .percent(let share):
      ExactDecimal(Int64(value)).multiplied(by: ExactDecimal(100)).flatMap { left in
        share.multiplied(by: ExactDecimal(Int64(whole))).map { left >= $0 }
      } ?? false
    }
  }

  /// As it is written.
  public var description: String {
    switch self {
    case .count(let count): String(count)
    case .percent(let share): "\(share)%"
    }
  }
}
