import FormRules
import FormStore

/// Counts the failures of an audit by rule: a line for each identifier that reports show.
struct FailureLines {
  /// A rule of a plan that has failed.
  struct Failure: Hashable {
    var planID: Int64
    var rule: FailedRule
  }

  /// What distinguishes lines. Versions of a rule set share the identifiers of their rules.
  struct Key: Hashable {
    var form: String
    var rule: String
    var severity: Severity
  }

  private let plans: [Int64: [Int: StoredRule]]
  private(set) var lines: [AuditReport.FailingRule] = []
  /// The last failure of each line, which determines the field and description of the line.
  private var lastFailures: [Failure] = []
  private var lineOfRule: [Key: Int] = [:]
  /// The lines by numeric identifiers, because a rule is looked up for each of many imports.
  private var lineOfFailure: [Failure: Int] = [:]

  init(of plans: [Int64: [Int: StoredRule]]) { self.plans = plans }

  /// Adds the failures of a rule in an import.
  ///
  /// - Returns: The index of the line, or nil if the plan has no such rule.
  mutating func add(_ count: Int, of failure: Failure, in origin: ImportOrigin) -> Int? {
    guard let line = line(of: failure, origin) else { return nil }
    lines[line].count += count
    if origin.startedAt < lines[line].firstSeen { lines[line].firstSeen = origin.startedAt }
    if origin.startedAt >= lines[line].lastSeen {
      lines[line].lastSeen = origin.startedAt
      lastFailures[line] = failure
    }
    return line
  }

  private mutating func line(of failure: Failure, _ origin: ImportOrigin) -> Int? {
    if let line = lineOfFailure[failure] { return line }
    guard let rule = plans[failure.planID]?[failure.rule.position] else { return nil }
    let key = Key(form: origin.form, rule: failure.rule.code ?? rule.id, severity: rule.severity)
    let line = lineOfRule[key] ?? lines.count
    if line == lines.count {
      lines.append(
        AuditReport.FailingRule(
          form: key.form, rule: key.rule, severity: key.severity, firstSeen: origin.startedAt,
          lastSeen: origin.startedAt))
      lastFailures.append(failure)
    }
    (lineOfRule[key], lineOfFailure[failure]) = (line, line)
    return line
  }

  /// The lines with the fields and descriptions of their rules.
  func described(in localization: Localization) -> [AuditReport.FailingRule] {
    var lines = lines
    for (index, failure) in lastFailures.enumerated() {
      guard let rule = plans[failure.planID]?[failure.rule.position] else { continue }
      lines[index].field = rule.field
      // The reader has a description for each fault code, without the arguments, which differ from
      // record to record.
      lines[index].description =
        rule.kind == PlanRule.readerName
        ? localization.readerFaultText(of: lines[index].rule, [], orElse: "…") : rule.description
    }
    return lines
  }
}
