package import FormRules

/// What is known of an import before its first record.
package struct ImportStart: Sendable {
  /// What kind of delivery it is.
  package enum Kind: String, Sendable { case file, stream, submit }
  package var kind: Kind
  package var fileName: String?
  package var source: String?
  package var batch: String?
  package var by: String?
  /// JSON of what the records' meaning depends on, such as the delimiter.
  package var options: String
  package var columns: [PreparedBatch.Column]

  package init(
    kind: Kind, fileName: String?, source: String?, batch: String?, by: String?, options: String,
    columns: [PreparedBatch.Column]
  ) {
    self.kind = kind
    self.fileName = fileName
    self.source = source
    self.batch = batch
    self.by = by
    self.options = options
    self.columns = columns
  }
}

/// What a run judges by.
package struct RunStart: Sendable {
  /// What started it.
  package enum Kind: String, Sendable { case `import`, submit, replay }
  package var kind: Kind
  package var form: StoredVersion
  package var rules: StoredVersion
  package var plan: Plan
  /// The clock, read once.
  package var now: String
  /// JSON object of the given parameters, keys sorted.
  package var given: String
  package var scenario: String?
  package var by: String?
  /// When it started, by the machine's clock.
  package var startedAt: String

  package init(
    kind: Kind, form: StoredVersion, rules: StoredVersion, plan: Plan, now: String,
    given: String, scenario: String?, by: String?, startedAt: String
  ) {
    self.kind = kind
    self.form = form
    self.rules = rules
    self.plan = plan
    self.now = now
    self.given = given
    self.scenario = scenario
    self.by = by
    self.startedAt = startedAt
  }
}

/// What is known of a run when its last record has been judged.
package struct RunEnd: Sendable {
  package var counts: RunCounts
  /// Failures by rule, for those with at least one failure or skip.
  package var rules: [RuleCount]
  /// The limits that were passed, in words.
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
    package var skipped: Int

    package init(rule: Int, code: String = "", failures: Int, skipped: Int) {
      self.rule = rule
      self.code = code
      self.failures = failures
      self.skipped = skipped
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
}

/// Submissions that a replay judged, with the clock and parameters that held for them.
package struct ReplayedRange: Sendable {
  package var ids: ClosedRange<Int64>
  package var now: String
  package var given: String

  package init(ids: ClosedRange<Int64>, now: String, given: String) {
    self.ids = ids
    self.now = now
    self.given = given
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
