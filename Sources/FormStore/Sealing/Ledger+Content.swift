import FormHashing
import FormRules
import GRDB

/// What the event of a run or of a single submission states: the plan and the configuration by
/// which records were judged.
struct RunStatement {
  var runID: Int64
  var kind: String
  var importID: Int64?
  /// As `name@number`, with the digest of the definition.
  var form: (name: String, digest: String)
  var rules: (name: String, digest: String)
  /// The clock, parameters and scenario, unless they are those of each submission.
  var now: String?
  var parameters: String?
  var scenario: String?

  var text: String {
    JSON.withoutNulls([
      ("run", .integer(runID)), ("runKind", .string(kind)), ("import", .optional(importID)),
      ("form", .string(form.name)), ("formDigest", .string(form.digest)),
      ("rules", .string(rules.name)), ("rulesDigest", .string(rules.digest)),
      ("now", .optional(now)),
      ("parameters", .optional(parameters == "{}" ? nil : parameters)),
      ("scenario", .optional(scenario)),
    ])
  }

  init(_ start: RunStart, runID: Int64, importID: Int64?) {
    self.runID = runID
    kind = start.kind.rawValue
    self.importID = importID
    form = ("\(start.form.name)@\(start.form.number)", start.form.digest)
    rules = ("\(start.rules.name)@\(start.rules.number)", start.rules.digest)
    (now, parameters, scenario) = (start.now, start.parameters, start.scenario)
  }

  init?(_ db: Database, _ runID: Int64) throws {
    let statement = try db.firstRow(
      sql: """
        SELECT r.kind, r.import, f.name || '@' || fv.number, fv.digest, s.name || '@' || v.number,
          v.digest, r.now, r.parameters, r.scenario
        FROM run r JOIN plan l ON l.id = r.plan \(SQLFragments.versionsOfPlan) WHERE r.id = ?
        """, arguments: [runID]
    ) { try RunStatement(row: $0, ofRun: runID) }
    guard let statement else { return nil }
    self = statement
  }

  private init(row: StatementRow, ofRun runID: Int64) throws(StoreError) {
    self.runID = runID
    kind = try row.text(0)
    importID = try row.optionalInteger(1)
    form = try (row.text(2), row.text(3))
    rules = try (row.text(4), row.text(5))
    (now, parameters, scenario) = try (
      row.optionalText(6), row.optionalText(7), row.optionalText(8)
    )
  }
}

extension Ledger {
  /// Returns what an event states, and its items.
  static func statement(
    _ db: Database, _ kind: EventKind, subject: Int64
  ) throws -> (text: String, items: [String]) {
    switch kind {
    case .run:
      return (
        try RunStatement(db, subject)?.text ?? "{}",
        try RunBlock.all(db, ofRun: subject)?.map(\.item) ?? []
      )
    case .submission:
      guard let block = try RunBlock(db, ofIntakeSubmission: subject) else { return ("{}", []) }
      return (try RunStatement(db, block.runID)?.text ?? "{}", [block.item])
    case .decision:
      let words = try String.fetchOne(
        db.cachedStatement(sql: "SELECT kind FROM decision WHERE id = ?"), arguments: [subject])
      return (
        JSON.withoutNulls([("decision", .optional(words))]),
        try db.mapRows(
          sql: "SELECT submission, rule FROM decided WHERE decision = ? ORDER BY 1, 2",
          arguments: [subject]
        ) { try "\($0.integer(0)) \($0.text(1))" }
      )
    case .assignment:
      let assignee = try String.fetchOne(
        db.cachedStatement(sql: "SELECT assignee FROM assignment WHERE id = ?"),
        arguments: [subject])
      return (
        JSON.withoutNulls([
          ("assignment", .integer(subject)), ("assignee", .optional(assignee)),
        ]),
        try db.mapRows(
          sql: "SELECT submission FROM assigned WHERE assignment = ? ORDER BY 1",
          arguments: [subject]
        ) { try "\($0.integer(0))" }
      )
    case .purge:
      return (
        JSON.withoutNulls([("purge", .integer(subject))]),
        try db.mapRows(
          sql: """
            SELECT first_submission, last_submission FROM purged WHERE purge = ?
            ORDER BY first_submission
            """, arguments: [subject]
        ) { try "\($0.integer(0))-\($0.integer(1))" }
      )
    case .retraction, .reinstatement:
      let importID = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT import FROM retraction WHERE id = ?"),
        arguments: [subject])
      return (
        JSON.withoutNulls([(kind.rawValue, .integer(subject)), ("import", .optional(importID))]),
        try importID.map { try SubmissionSpan.ranges(db, ofImport: $0) }?
          .map { "\($0.lowerBound)-\($0.upperBound)" } ?? []
      )
    case .store, .definition, .plan, .import, .discard, .activity, .comment: return ("{}", [])
    }
  }
}

extension RunBlock {
  /// The records of the block, from 1 in the run, and for an import their submissions.
  ///
  ///     1-1000 as 4001-5000
  var title: String {
    var title = "\(firstRecord)-\(firstRecord + Int64(present.records) - 1)"
    if coversCells {
      title += " as " + ids.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    }
    return title
  }

  /// The item of the event that seals the block: its title and the root of its tree.
  var item: String { "\(title) \(HashNode(original.digest).text)" }
}
