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
    try db.execute(
      sql: "INSERT INTO plan (form_version, rules_version) VALUES (?, ?)",
      arguments: [start.form.id, start.rules.id])
    let id = db.lastInsertedRowID
    let plan = start.plan
    for (position, rule) in plan.rules.enumerated() {
      let field = rule.field.map { plan.form.fields[$0] }
      try db.execute(
        sql: """
          INSERT INTO plan_rule (plan, position, rule, kind, field, severity, code, description)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, position, rule.id, rule.ruleName, field?.name, rule.severity.rawValue,
          rule.defaultCode, rule.description(field: field),
        ])
    }
    try Ledger.append(db, .plan, subject: id, at: start.startedAt, attribution: start.attribution)
    return id
  }
}
