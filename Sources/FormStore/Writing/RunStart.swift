package import FormRules
import GRDB

/// The data of an import that is known before its first record.
package struct ImportStart: Sendable {
  package var kind: ImportKind
  /// The identity of a file; nil for a stream.
  package var fingerprint: FileFingerprint?
  package var fileName: String?
  /// The path of the file. An unfinished import is resumed only from there.
  package var path: String?
  /// Whether the file is recorded even if it was already imported.
  package var allowsReimport: Bool
  package var source: String?
  package var batch: String?
  /// The delimiter between cells, and the encoding, with the suffix `-sig` if the file has a byte
  /// order mark.
  package var delimiter: String?
  package var encoding: String?
  /// A JSON object with the options that affect reading and judging, such as the delimiter.
  package var options: String
  package var columns: [PreparedBatch.Column]
  /// For an external run, the counts of the whole file.
  package var externalRun: ExternalRun?
  /// For corrections, the first import of the same file, or nil if this is the first.
  package var firstPart: Int64?

  package init(
    kind: ImportKind, fingerprint: FileFingerprint? = nil, fileName: String?, path: String? = nil,
    allowsReimport: Bool = false, source: String?, batch: String?, delimiter: String? = nil,
    encoding: String? = nil, options: String = "{}", columns: [PreparedBatch.Column]
  ) {
    self.kind = kind
    self.fingerprint = fingerprint
    self.fileName = fileName
    self.path = path
    self.allowsReimport = allowsReimport
    self.source = source
    self.batch = batch
    self.delimiter = delimiter
    self.encoding = encoding
    self.options = options
    self.columns = columns
  }
}

/// The definitions and conditions of a run.
package struct RunStart: Sendable {
  package var kind: RunKind
  package var bound: BoundRules
  /// The clock, read once. Nil means the clock of each submission.
  package var now: String?
  /// A JSON object of the run parameters with sorted keys. Nil means the parameters of each import.
  package var parameters: String?
  package var scenario: String?
  package var attribution: Attribution
  /// The version of formrec that judges.
  package var program: String
  /// The start time, according to the machine's clock.
  package var startedAt: String
  /// For an import, the last event when it began. See `EffectiveRange.known`.
  package var knownEvent: Int64?

  package init(
    kind: RunKind, bound: BoundRules, now: String?, parameters: String?, scenario: String?,
    attribution: Attribution, program: String, startedAt: String, knownEvent: Int64? = nil
  ) {
    self.kind = kind
    self.bound = bound
    self.now = now
    self.parameters = parameters
    self.scenario = scenario
    self.attribution = attribution
    self.program = program
    self.startedAt = startedAt
    self.knownEvent = knownEvent
  }

  var form: StoredVersion { bound.form }
  var rules: StoredVersion { bound.rules }
  var plan: Plan { bound.plan }

  /// Inserts the run's row.
  ///
  /// - Returns: The run's id.
  func insert(_ db: Database, plan: Int64, importID: Int64?) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO run (
          kind, plan, import, now, parameters, scenario, program, started_at, known_event)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        kind.rawValue, plan, importID, now, parameters, scenario, program, startedAt, knownEvent,
      ])
    return db.lastInsertedRowID
  }
}

/// The data of a run that is known after its last record.
package struct RunEnd: Sendable {
  package var counts: RunCounts
  /// Failures by rule, for rules with at least one failure or skip.
  package var rules: [RuleCount]
  /// The exceeded limits, in words.
  package var limits: [String]
  /// For a replay, the changes relative to the previous verdicts.
  package var newlyAccepted: Int?
  package var newlyRejected: Int?
  package var finishedAt: String

  /// The number of failures of a rule.
  package struct RuleCount: Sendable, Equatable {
    /// The rule's position in the plan; 0 is the reader.
    package var rule: Int
    /// The reader's code for rule 0, otherwise empty.
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

/// The data of an import that is known after its last byte.
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
