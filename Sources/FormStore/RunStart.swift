package import FormRules
import GRDB

/// What is known of an import before its first record.
package struct ImportStart: Sendable {
  /// What kind of delivery it is.
  package enum Kind: String, Sendable { case file, stream, correction, judged }
  package var kind: Kind
  /// Of a file: which one it is.
  package var place: ImportPlace?
  package var fileName: String?
  /// Where the file is; only from there an unfinished import is resumed.
  package var path: String?
  /// Whether it is recorded once more on purpose.
  package var isAgain: Bool
  package var source: String?
  package var batch: String?
  /// What the file has between cells, and its encoding, with `-sig` behind it if it has a byte order
  /// mark.
  package var delimiter: String?
  package var encoding: String?
  /// JSON of what the reading and judging of the records depends on, such as the delimiter.
  package var options: String
  package var columns: [PreparedBatch.Column]
  /// Of the rejected records of a job: what it counted in the whole.
  package var judged: ExternalRun?

  package init(
    kind: Kind, place: ImportPlace?, fileName: String?, path: String?, isAgain: Bool,
    source: String?, batch: String?, delimiter: String? = nil,
    encoding: String? = nil, options: String, columns: [PreparedBatch.Column]
  ) {
    self.kind = kind
    self.place = place
    self.fileName = fileName
    self.path = path
    self.isAgain = isAgain
    self.source = source
    self.batch = batch
    self.delimiter = delimiter
    self.encoding = encoding
    self.options = options
    self.columns = columns
  }
}

/// What a run judges by.
package struct RunStart: Sendable {
  /// What started it.
  package enum Kind: String, Sendable { case `import`, intake, correction, replay, judged }
  package var kind: Kind
  package var form: StoredVersion
  package var rules: StoredVersion
  package var plan: Plan
  /// The form's latest version, by whose fields views show columns.
  package var latestForm: Form
  /// The clock, read once; nil for each submission's own.
  package var now: String?
  /// JSON object of the run parameters, keys sorted; nil for each import's own.
  package var parameters: String?
  package var scenario: String?
  package var attribution: Attribution
  /// The version of formrec that judges.
  package var program: String
  /// When it started, by the machine's clock.
  package var startedAt: String
  /// Of an import: the last event when it began; see `StandingRange.known`.
  package var knownEvent: Int64?

  package init(
    kind: Kind, form: StoredVersion, rules: StoredVersion, plan: Plan, latestForm: Form,
    now: String?, parameters: String?, scenario: String?, attribution: Attribution,
    program: String, startedAt: String, knownEvent: Int64? = nil
  ) {
    self.kind = kind
    self.knownEvent = knownEvent
    self.form = form
    self.rules = rules
    self.plan = plan
    self.latestForm = latestForm
    self.now = now
    self.parameters = parameters
    self.scenario = scenario
    self.attribution = attribution
    self.program = program
    self.startedAt = startedAt
  }

  /// Inserts the run's row.
  ///
  /// - Returns: its number.
  func insert(_ db: Database, plan: Int64, importID: Int64?) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO run (
          kind, plan, import, now,
          parameters, scenario, program, started_at, known_event)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        kind.rawValue, plan, importID, now, parameters, scenario, program, startedAt, knownEvent,
      ])
    return db.lastInsertedRowID
  }
}

/// What is known of a run when its last record has been judged.
package struct RunEnd: Sendable {
  package var counts: RunCounts
  /// Failures by rule, for those with at least one failure or skip.
  package var rules: [RuleCount]
  /// The limits that were exceeded, in words.
  package var limits: [String]
  /// For a replay, against the last verdicts.
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  package var finishedAt: String

  /// How often one rule failed.
  package struct RuleCount: Sendable, Equatable {
    /// The rule's position in the plan; 0 is the reader.
    package var rule: Int
    /// The reader's code for rule 0, else empty.
    package var code: String
    package var failures: Int
    package var skips: SkipCounts

    package init(
      rule: Int, code: String = "", failures: Int, skips: SkipCounts = SkipCounts()
    ) {
      self.rule = rule
      self.code = code
      self.failures = failures
      self.skips = skips
    }
  }

  package init(
    counts: RunCounts, rules: [RuleCount], limits: [String] = [], newlyAccepted: Int? = nil,
    newlyRejected: Int? = nil, finishedAt: String
  ) {
    self.counts = counts
    self.rules = rules
    self.limits = limits
    self.newlyAccepted = newlyAccepted
    self.newlyRejected = newlyRejected
    self.finishedAt = finishedAt
  }

  /// Inserts the end of a run and its counts by rule.
  func insert(_ db: Database, run: Int64, program: String) throws {
    for count in rules {
      try db.execute(
        sql: """
          INSERT INTO run_rule (run, rule, code, failures, skipped, reasons)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          run, count.rule, count.code, count.failures, count.skips.total, count.skips.json,
        ])
    }
    try db.execute(
      sql: """
        INSERT INTO run_end (
          run, records, accepted, rejected, warned,
          errors, newly_accepted, newly_rejected, limits, program, finished_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        run, counts.records, counts.accepted, counts.rejected, counts.warned, counts.errors,
        newlyAccepted, newlyRejected,
        limits.isEmpty ? nil : JSON.array(limits.map(JSON.string)).text, program, finishedAt,
      ])
  }
}

/// What is known of an import when its last byte has been read.
package struct ImportEnd: Sendable {
  package var sha256: String
  package var size: Int
  package var malformed: Int
  package var blankLines: Int

  package init(sha256: String, size: Int, malformed: Int, blankLines: Int) {
    self.sha256 = sha256
    self.size = size
    self.malformed = malformed
    self.blankLines = blankLines
  }
}
