package import FormRules
import GRDB

/// What a replay needs to know of the run that brought some submissions in.
package struct IntakeConditions: Sendable, Equatable {
  package var now: String
  package var parameters: String
  package var source: String?
  package var scenario: String?
  /// What kind of import brought them in.
  package var kind: String
}

/// What a run's verdicts depend on beside the rules and the records.
package struct JudgingConditions: Sendable, Equatable {
  /// The version of formrec.
  package var program: String
  /// Nil: each submission's own.
  package var now: String?
  /// JSON object, keys sorted; nil: each import's own.
  package var parameters: String?

  package init(program: String, now: String?, parameters: String?) {
    self.program = program
    self.now = now
    self.parameters = parameters
  }
}

/// What a replay needs to know of a run whose verdicts it may take over.
package struct EarlierRun: Sendable {
  package var conditions: JudgingConditions
  /// How many records it judged; 0 while it is unfinished.
  package var records: Int
  /// How often it skipped rules, by position in its plan.
  package var skips: [Int: SkipCounts] = [:]
}

extension Store {
  /// Under which clock, parameters, source and scenario the imports of a form were first judged, but for
  /// intakes, whose submissions have clocks and sources of their own.
  package func importConditions(form: Int64) throws(StoreError) -> [Int64: IntakeConditions] {
    try query { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT r.import, r.now, r.parameters, i.source, r.scenario, i.kind
          FROM import i JOIN run r ON r.import = i.id
          WHERE i.form = ? AND i.kind <> 'intake'
          """)
      try statement.setArguments([form])
      var conditions: [Int64: IntakeConditions] = [:]
      try statement.forEachStep { row in
        conditions[row.integer(0)] = IntakeConditions(
          now: row.text(1) ?? "", parameters: row.text(2) ?? "{}", source: row.text(3),
          scenario: row.text(4), kind: row.text(5) ?? "")
      }
      return conditions
    }
  }

  /// Under which clock, parameters, source and scenario submissions of an import were first judged:
  /// ranges of ids, in order. Those of an intake have clocks and sources of their own.
  package func intakeConditions(
    ofImport id: Int64, _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(ids: ClosedRange<Int64>, conditions: IntakeConditions)] {
    try query { db in
      let conditions = try db.cachedStatement(
        sql: """
          SELECT r.now, r.parameters, i.source, r.scenario, i.kind
          FROM run r JOIN import i ON i.id = r.import WHERE r.import = ?
          """)
      guard let row = try Row.fetchOne(conditions, arguments: [id]) else {
        throw StoreError.unknown("no run brought import \(id) in")
      }
      let own = try IntakeConditions(
        now: row[0] ?? "", parameters: row[1] ?? "{}", source: row[2], scenario: row[3],
        kind: row[4])
      guard own.kind == "intake" else { return [(ids, own)] }
      var parts: [(ids: ClosedRange<Int64>, conditions: IntakeConditions)] = []
      let statement = try db.makeStatement(
        sql: """
          SELECT submission, at, source FROM intake_submission
          WHERE submission BETWEEN ? AND ? ORDER BY submission
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      try statement.forEachStep { row in
        var conditions = own
        conditions.now = row.text(1) ?? ""
        conditions.source = row.text(2)
        let id = row.integer(0)
        if let last = parts.last, last.conditions == conditions, last.ids.upperBound + 1 == id {
          parts[parts.count - 1].ids = last.ids.lowerBound...id
        } else {
          parts.append((id...id, conditions))
        }
      }
      return parts
    }
  }

  /// The kind of an import; nil when there is none of that number.
  package func importKind(_ id: Int64) throws(StoreError) -> String? {
    try query { db in
      let statement = try db.cachedStatement(sql: "SELECT kind FROM import WHERE id = ?")
      return try Row.fetchOne(statement, arguments: [id]).map { try $0[0] }
    }
  }

  /// What runs with these numbers depended on and skipped, as far as there are such runs.
  ///
  /// Two queries, however many runs there are.
  package func earlierRuns(
    _ numbers: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: EarlierRun] {
    try query { db in
      let runs = try db.cachedStatement(
        sql: """
          SELECT r.id, coalesce(e.program, r.program), r.now, r.parameters, r.kind, coalesce(e.records, 0)
          FROM run r LEFT JOIN run_end e ON e.run = r.id WHERE r.id BETWEEN ? AND ?
          """)
      try runs.setArguments([numbers.lowerBound, numbers.upperBound])
      var found: [Int64: EarlierRun] = [:]
      try runs.forEachStep { row in
        // The run that brought submissions in has their own clock and parameters.
        let isReplay = row.text(4) == "replay"
        found[row.integer(0)] = EarlierRun(
          conditions: JudgingConditions(
            program: row.text(1) ?? "", now: isReplay ? row.text(2) : nil,
            parameters: isReplay ? row.text(3) : nil),
          records: try row.count(5))
      }
      let skips = try db.cachedStatement(
        sql: "SELECT run, rule, reasons FROM run_rule WHERE run BETWEEN ? AND ? AND skipped > 0")
      try skips.setArguments([numbers.lowerBound, numbers.upperBound])
      try skips.forEachStep { row in
        found[row.integer(0)]?.skips[Int(row.integer(1)), default: SkipCounts()] += SkipCounts(
          json: row.text(2))
      }
      return found
    }
  }

  /// What the reader said of an import's malformed records, by submission.
  package func readerFaults(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [Int64: (code: String, arguments: String?)] {
    try query { db in
      let statement = try db.cachedStatement(
        sql: """
          SELECT m.submission, e.code, e.arguments
          FROM malformed m
          JOIN span p ON p.first_submission = (
            SELECT max(x.first_submission) FROM span x WHERE x.first_submission <= m.submission)
          JOIN run r ON r.import = p.import
          JOIN error e ON e.run = r.id AND e.submission = m.submission AND e.rule = 0
          WHERE m.submission BETWEEN ? AND ?
          """)
      try statement.setArguments([ids.lowerBound, ids.upperBound])
      var faults: [Int64: (code: String, arguments: String?)] = [:]
      try statement.forEachStep { faults[$0.integer(0)] = ($0.text(1) ?? "", $0.text(2)) }
      return faults
    }
  }
}
