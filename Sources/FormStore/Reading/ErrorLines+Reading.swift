import GRDB

extension ErrorLines {
  /// Reads the rules of a run's plan.
  init(_ db: Database, ofRun runID: Int64) throws {
    self.init(
      try db.mapRows(
        sql: """
          SELECT p.rule, p.severity, p.code FROM run r JOIN plan_rule p ON p.plan = r.plan
          WHERE r.id = ? ORDER BY p.position
          """, arguments: [runID]
      ) { try ($0.text(0), $0.text(1), $0.text(2)) })
  }
}
