import FormRules
import GRDB

extension WritableStore {
  /// Returns the id of a run's plan. Inserts the plan and its rules on first use.
  static func planID(_ db: Database, _ start: RunStart) throws -> Int64 {
    if let id = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM plan WHERE form_version = ? AND rules_version = ?"),
      arguments: [start.form.id, start.rules.id])
    {
      return id
    }
    let id = try db.insertRow(
      into: "plan", ["form_version": start.form.id, "rules_version": start.rules.id])
    let plan = start.plan
    for (position, rule) in plan.rules.enumerated() {
      let field = rule.field.map { plan.form.fields[$0] }
      try db.insertRow(
        into: "plan_rule",
        [
          "plan": id, "position": position, "rule": rule.id, "kind": rule.ruleName,
          "field": field?.name, "severity": rule.severity.rawValue, "code": rule.defaultCode,
          "description": rule.description(field: field),
        ])
    }
    try Ledger.append(db, .plan, subject: id, at: start.startedAt, attribution: start.attribution)
    return id
  }
}
