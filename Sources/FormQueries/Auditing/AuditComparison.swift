public import FormRules

/// A comparison of two imports, batch labels or weeks.
public struct AuditComparison: Sendable {
  /// The baseline side with its counts.
  public var before: Side
  /// The compared side with its counts.
  public var after: Side
  /// The rules that fail on either side, ordered by the magnitude of their change.
  public var byRule: [RuleChange]

  /// One side of the comparison.
  public struct Side: Sendable {
    /// The import, batch label or week.
    public var side: AuditSubset
    /// Its counts.
    public var counts: AuditReport.Counts
  }

  /// The failures of one rule on both sides.
  public struct RuleChange: Sendable {
    /// The form of the submissions.
    public var form: String
    /// The rule's identifier, or the reader's fault code.
    public var rule: String
    /// The field at which the rule's errors are shown.
    public var field: String?
    /// The severity of a failure.
    public var severity: Severity
    /// The rule's description, from the later side that has the rule.
    public var description: String
    /// The numbers of failures before and after.
    public var before, after: Int
    /// The numbers of submissions of the form before and after.
    package var submissionsBefore, submissionsAfter: Int

    /// The ratio of failures before, in ten-thousandths.
    package var basisPointsBefore: Int { AuditReport.basisPoints(before, of: submissionsBefore) }
    /// The ratio of failures after, in ten-thousandths.
    package var basisPointsAfter: Int { AuditReport.basisPoints(after, of: submissionsAfter) }
    /// The increase of the ratio, in ten-thousandths.
    package var change: Int { basisPointsAfter - basisPointsBefore }
  }

  init(
    before: AuditSubset, _ beforeReport: AuditReport, after: AuditSubset,
    _ afterReport: AuditReport, top: Int?
  ) {
    self.before = Side(side: before, counts: beforeReport.total)
    self.after = Side(side: after, counts: afterReport.total)
    let reports = [beforeReport, afterReport]
    let submissions = reports.map { report in
      Dictionary(grouping: report.byImport, by: \.form).mapValues {
        $0.reduce(0) { $0 + $1.counts.submissions }
      }
    }
    var changes: [RuleChange] = []
    for (index, report) in reports.enumerated() {
      for line in report.byRule {
        let position = changes.firstIndex {
          $0.form == line.form && $0.rule == line.rule && $0.severity == line.severity
        }
        var change =
          position.map { changes[$0] }
          ?? RuleChange(
            form: line.form, rule: line.rule, severity: line.severity, description: "", before: 0,
            after: 0, submissionsBefore: submissions[0][line.form] ?? 0,
            submissionsAfter: submissions[1][line.form] ?? 0)
        (change.field, change.description) = (line.field, line.description)
        if index == 0 { change.before = line.count } else { change.after = line.count }
        if let position { changes[position] = change } else { changes.append(change) }
      }
    }
    changes.sort {
      ($1.change.magnitude, $1.after, $0.form, $0.rule)
        < ($0.change.magnitude, $0.after, $1.form, $1.rule)
    }
    byRule = Array(changes.prefix(top ?? .max))
  }
}

extension AuditComparison: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "compare": before.side.kind, "before": before, "after": after,
      "change": AuditReport.decimal(after.counts.basisPoints - before.counts.basisPoints),
      "byRule": byRule,
    ])
  }
}

extension AuditComparison.Side: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "name": side.name, "submissions": counts.submissions, "accepted": counts.accepted,
      "rejected": counts.rejected, "open": counts.open, "warned": counts.warned,
      "errors": counts.errors, "share": AuditReport.decimal(counts.basisPoints),
    ])
  }
}

extension AuditComparison.RuleChange: Encodable {
  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers([
      "form": form, "rule": rule, "field": field, "severity": severity.rawValue, "before": before,
      "after": after, "shareBefore": AuditReport.decimal(basisPointsBefore),
      "shareAfter": AuditReport.decimal(basisPointsAfter), "change": AuditReport.decimal(change),
      "description": description,
    ])
  }
}
