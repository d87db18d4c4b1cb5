import GRDB

extension Ledger {
  /// A set of rows that an event seals: a table, and a statement with `:subject`.
  struct SealedRows: Sendable {
    let table: String
    let sql: String
    /// Whether other events seal the same rows, which are then not counted here.
    let isShared: Bool
    /// Whether the statement reads a whole table, without `:subject`.
    let isWhole: Bool
  }

  /// What the events of a kind seal, besides their statement (`statement`).
  struct Seal: Sendable {
    /// What is sealed, with `%` in place of the subject, unless it is named like the kind.
    var words: String?
    /// The main table, unless it is named like the kind.
    var table: String?
    /// The table whose rows are the items of the event, unless other events seal them.
    var items: String?
    let parts: [SealedRows]
  }

  /// Returns what the events of a kind seal.
  ///
  /// The items of the events (`statement`) seal the tables `block`, `decided`, `assigned` and
  /// `purged`. Blocks seal submissions, errors, answers, malformed records and the keys of records;
  /// `ProgressSeal` seals unfinished imports. The remaining tables are derived.
  static func seal(of kind: EventKind) -> Seal {
    switch kind {
    case .store:
      Seal(words: "the row of the database, a migration or a reader's code", parts: storeParts)
    case .definition:
      Seal(
        words: "version % of a form or rule set", table: "version", parts: definitionParts)
    case .plan: Seal(words: "plan % or its rules", table: "plan_rule", parts: planParts)
    case .import: Seal(words: "import % or its first run", parts: importParts)
    case .run:
      Seal(
        words: "run %, its counts, ranges, blocks, columns or spans, or its end",
        table: "run_end", items: "block", parts: runParts)
    case .submission: Seal(words: "submission % or its results", parts: submissionParts)
    case .decision:
      Seal(
        words: "decision % or its failures", items: "decided",
        parts: [of("decision", "SELECT id, kind FROM decision WHERE id = %")])
    case .purge:
      Seal(words: "purge % or its remaining data", items: "purged", parts: purgeParts)
    case .discard: Seal(words: "import %, which was discarded", parts: discardParts)
    case .retraction:
      Seal(
        parts: [of("retraction", "SELECT id, import, requested FROM retraction WHERE id = %")])
    case .reinstatement:
      Seal(
        words: "the end of retraction %",
        parts: [of("reinstatement", "SELECT retraction FROM reinstatement WHERE retraction = %")])
    case .activity:
      Seal(
        parts: [of("activity", "SELECT id, kind, subject, detail FROM activity WHERE id = %")])
    case .assignment:
      Seal(
        words: "assignment % or its submissions", items: "assigned",
        parts: [of("assignment", "SELECT id, assignee FROM assignment WHERE id = %")])
    case .comment:
      Seal(
        parts: [of("comment", "SELECT id, submission, rule, digest FROM comment WHERE id = %")])
    }
  }

  /// The row of the database, its migrations and the codes of malformed records.
  private static var storeParts: [SealedRows] {
    [
      of("store", "SELECT id, created_at, hash_key FROM store"),
      of(
        "migration",
        """
        SELECT number, name, text, applied_at
        FROM migration
        WHERE number <= %
        ORDER BY number
        """),
      of(
        "reader_code",
        "SELECT code, description, migration FROM reader_code WHERE migration <= % ORDER BY code"),
    ]
  }

  /// A version of a definition.
  private static var definitionParts: [SealedRows] {
    [
      of(
        "definition",
        """
        SELECT d.id, d.kind, d.name, d.form
          FROM definition d JOIN version v ON v.definition = d.id
        WHERE v.id = %
        """, isShared: true),
      of(
        "version",
        """
        SELECT id, definition, number, content, digest, created_at
        FROM version
        WHERE id = %
        """),
    ]
  }

  /// A plan and its rules.
  private static var planParts: [SealedRows] {
    [
      of("plan", "SELECT id, form_version, rules_version FROM plan WHERE id = %"),
      of(
        "plan_rule",
        """
        SELECT plan, position, rule, kind, field, severity, code, description
        FROM plan_rule
        WHERE plan = %
        ORDER BY position
        """),
    ]
  }

  /// An import, and its first run.
  private static var importParts: [SealedRows] {
    [
      of(
        "import",
        """
        SELECT id, form, kind, file_name, path, size, beginning,
          number, again, source, batch, part_of, delimiter, encoding, options, started_at
        FROM import
        WHERE id = %
        """),
      of("run", "\(runs) WHERE import = % ORDER BY id"),
      of(
        "intake",
        "SELECT import, plan, parameters, scenario, day, names FROM intake WHERE import = %"),
      of(
        "external_run",
        """
        SELECT import, sha256, size, records, accepted,
          rejected, warned, errors, by_rule, manifest
        FROM external_run
        WHERE import = %
        """),
    ]
  }

  /// The result of a run. For the run of an import, also the end of the import, its columns, spans
  /// and corrections.
  private static var runParts: [SealedRows] {
    let ofRun = "(SELECT import FROM run WHERE id = :subject)"
    return [
      // The run of an import is sealed when the import begins.
      of("run", "\(runs) WHERE id = % AND kind = 'replay'"),
      of(
        "run_end",
        """
        SELECT run, records, accepted, rejected, warned,
          errors, newly_accepted, newly_rejected, limits, program, finished_at
        FROM run_end
        WHERE run = %
        """),
      of(
        "run_rule",
        """
        SELECT run, rule, code, failures, skipped, reasons
        FROM run_rule
        WHERE run = %
        ORDER BY rule, code
        """),
      of(
        "run_range",
        """
        SELECT run, first_submission, last_submission, position
        FROM run_range
        WHERE run = %
        ORDER BY first_submission
        """),
      of(
        "import_end",
        """
        SELECT import, form, again, sha256, size, records, malformed, blank_lines, finished_at
        FROM import_end
        WHERE import = %
        """, subject: ofRun),
      of("import_column", columns, subject: ofRun),
      of("span", spans, subject: ofRun),
      of(
        "correction",
        """
        SELECT c.submission, c.corrects FROM span s
        JOIN correction c ON c.submission BETWEEN s.first_submission AND s.last_submission
        WHERE s.import = % ORDER BY c.submission
        """, subject: ofRun),
    ]
  }

  /// A single submission. `SealedSubmission` repeats this list for the values that are inserted;
  /// verification needs statements, because it must digest altered values as they are stored, and
  /// reading them into Swift values would replace invalid UTF-8.
  private static var submissionParts: [SealedRows] {
    [
      of(
        "intake_submission",
        """
        SELECT submission, form, at, source, idempotency_key, idempotency_hash, columns, salt
        FROM intake_submission
        WHERE submission = %
        """),
      of(
        "span",
        """
        SELECT import, first_record + % - first_submission FROM span
        WHERE first_submission = \(SQLFragments.rangeStart(of: "%"))
          AND last_submission >= %
        """, isShared: true),
      of(
        "import_column",
        """
        SELECT c.position, c.header, c.field FROM intake_submission i
        JOIN span s ON s.first_submission = \(SQLFragments.rangeStart(of: "%"))
        JOIN import_column c ON c.import = s.import AND c.position < i.columns
        WHERE i.submission = % ORDER BY c.position
        """, isShared: true),
    ]
  }

  /// A purge, the submissions that it deleted, and what remains of them.
  private static var purgeParts: [SealedRows] {
    let intakes = """
      FROM purged p
      JOIN intake_submission n ON n.submission BETWEEN p.first_submission AND p.last_submission
      """
    return [
      of("purge", "SELECT id FROM purge WHERE id = %"),
      of("erased_key", "SELECT form, hash FROM erased_key WHERE purge = % ORDER BY form, hash"),
      of(
        "resealed",
        "SELECT run, number, digest FROM resealed WHERE purge = % ORDER BY run, number"),
      // These rows follow from keys that no longer exist.
      of(
        "superseded",
        """
        SELECT s.id, x.superseded_by + s.id - x.first_submission FROM purged p
        JOIN submission s ON s.id BETWEEN p.first_submission AND p.last_submission
        JOIN superseded x ON x.last_submission >= s.id
          AND x.first_submission = \(SQLFragments.rangeStart(of: "s.id", in: "superseded"))
        WHERE p.purge = % ORDER BY s.id
        """, isShared: true),
      // The remains of single submissions, whose own events can no longer be recomputed.
      of(
        "intake_submission",
        """
        SELECT n.submission, n.form, n.at, n.source, n.idempotency_hash, n.columns, s.line
        \(intakes) JOIN submission s ON s.id = n.submission
        WHERE p.purge = % ORDER BY n.submission
        """, isShared: true),
      of(
        "error",
        """
        SELECT e.run, e.submission, e.rule, e.code, e.arguments \(intakes)
        JOIN span s ON s.first_submission = \(SQLFragments.rangeStart(of: "n.submission"))
        JOIN run r ON r.import = s.import
        JOIN error e ON e.run = r.id AND e.submission = n.submission
        WHERE p.purge = % ORDER BY e.submission, e.rule
        """, isShared: true),
    ]
  }

  /// What remains of a discarded import.
  private static var discardParts: [SealedRows] {
    let run = "(SELECT id FROM run WHERE import = :subject)"
    return [
      of("discard", "SELECT import FROM discard WHERE import = %"),
      of("import_column", columns),
      of("span", spans),
      of("block", blocks, subject: run),
    ]
  }

  private static let runs = """
    SELECT id, kind, plan, import, now, parameters, scenario, program, started_at, known_event
    FROM run
    """
  private static let spans = """
    SELECT first_submission, last_submission, first_record FROM span WHERE import = %
    ORDER BY first_submission
    """
  private static let columns =
    "SELECT position, header, field FROM import_column WHERE import = % ORDER BY position"
  private static let blocks =
    "SELECT number, records, digest FROM block WHERE run = % ORDER BY number"

  /// Returns a part whose statement has `%` in place of an expression for the subject. A statement
  /// without it reads a whole table.
  private static func of(
    _ table: String, _ sql: String, subject: String = ":subject", isShared: Bool = false
  ) -> SealedRows {
    SealedRows(
      table: table, sql: sql.replacing("%", with: subject), isShared: isShared,
      isWhole: !sql.contains("%"))
  }
}
