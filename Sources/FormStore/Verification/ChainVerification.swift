import FormBytes
import FormHashing
import GRDB

/// The result of verifying the chain.
package struct ChainResult: Sendable {
  package var problem: StoreProblem?
  /// The last head, hexadecimal.
  package var head: String
  package var events: Int
  /// The number of single submissions among the events.
  package var submissions: Int
}

/// Verifies the events of the chain, and counts the rows that they seal.
struct ChainVerification {
  private let db: Database
  /// The verified events, and the head after the last one.
  private var events = HashTree()
  private var head: [UInt8] = []
  /// The number of sealed rows by table.
  private var sealed: [String: Int] = [:]

  init(_ db: Database) { self.db = db }

  mutating func run() throws -> ChainResult {
    let problem =
      try eventProblem() ?? progressProblem() ?? strayProblem() ?? Purge.problem(db)
      ?? commentProblem()
    return ChainResult(
      problem: problem, head: head.hexadecimal, events: events.count,
      submissions: sealed["intake_submission"] ?? 0)
  }

  /// Returns a problem if an event does not follow the previous one, or if its rows were altered.
  private mutating func eventProblem() throws -> StoreProblem? {
    var problem: StoreProblem?
    try db.forEachRow(
      sql: """
        SELECT number, kind, subject, at, "by", reason, version, digest, node, head FROM event
        ORDER BY number
        """, while: { problem == nil }
    ) { problem = try self.problem(of: $0) }
    return problem
  }

  private mutating func problem(of event: StatementRow) throws -> StoreProblem? {
    let number = Int64(events.count) + 1
    let (kind, subject) = try (event.text(1), event.int64(2))
    let digest = event.bytes(7)
    let header = try EventHeader(
      number: event.int64(0), kind: kind, subject: subject, at: event.text(3),
      attribution: Attribution(by: event.optionalText(4), reason: event.optionalText(5)),
      version: event.int64(6))
    events.append(header.leaf(digest))
    head = Ledger.head(events)
    guard header.number == number, event.bytes(8) == events.lastPart.bytes, event.bytes(9) == head
    else {
      return StoreProblem(
        .chain, table: "event", row: header.number,
        "event \(number) of the chain was altered or does not follow the previous event")
    }
    guard let known = EventKind(rawValue: kind),
      try Ledger.content(
        db, known, subject: subject, version: header.version,
        // Each migration seals the store as a whole.
        count: { sealed[$0] = $1 + (known == .store ? 0 : sealed[$0] ?? 0) })?.digest == digest
        // The event of the purge covers what remains of the submission.
        || known == .submission && Purge.contains(db, subject)
    else { return contentProblem(kind, subject) }
    return nil
  }

  /// Returns the problem that the rows of the last event were altered.
  private func contentProblem(_ kind: String, _ subject: Int64) -> StoreProblem {
    let known = EventKind(rawValue: kind)
    let seal = known.flatMap { Ledger.seals[$0] }
    let words =
      known == nil
      ? "an entry of unknown kind \(kind)"
      : (seal?.words ?? "\(kind) %").replacing("%", with: "\(subject)")
    return StoreProblem(
      .content, table: known == nil ? "event" : seal?.table ?? kind, row: subject,
      runID: known == .run ? subject : nil,
      "\(words) differs from what event \(events.count) sealed")
  }

  /// Returns a problem if the text of a comment differs from its digest.
  private func commentProblem() throws -> StoreProblem? {
    try StoredComment.altered(db).map {
      StoreProblem(.content, table: "comment", row: $0, "the text of comment \($0) was altered")
    }
  }

  /// Verifies unfinished imports.
  private mutating func progressProblem() throws -> StoreProblem? {
    let unfinished = try db.mapRows(sql: "SELECT import, run, seal FROM progress ORDER BY import") {
      try (importID: $0.integer(0), run: $0.integer(1), seal: $0.bytes(2))
    }
    for (importID, run, digest) in unfinished {
      var seal = ProgressSeal()
      for block in try SealedBlock.all(db, ofRun: run) { seal.add(block) }
      guard try seal.digest(db, importID) == digest else {
        return StoreProblem(
          .content, table: "progress", row: importID, runID: run,
          "the progress, columns, spans or blocks of the unfinished import \(importID) were altered"
        )
      }
      sealed["progress", default: 0] += 1
      sealed["block", default: 0] += seal.blocks
      for table in ["import_column", "span"] {
        sealed[table, default: 0] += try db.number(
          sql: "SELECT count(*) FROM \(table) WHERE import = ?", arguments: [importID])
      }
    }
    return nil
  }

  /// Returns a problem if a table has rows that no event, block or progress accounts for.
  private func strayProblem() throws -> StoreProblem? {
    let intakeRows = try db.number(
      sql: """
        SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span
        WHERE import IN (SELECT import FROM intake)
        """)
    guard intakeRows == sealed["intake_submission"] ?? 0 else {
      return StoreProblem(
        .reference, table: "span", "the spans of an intake differ from the sealed submissions")
    }
    let expected = try expectedCounts()
    for table in Self.sealedTables {
      let found = try db.number(sql: "SELECT count(*) FROM \(table)")
      let wanted = expected[table] ?? 0
      guard found == wanted else {
        return StoreProblem(
          found > wanted ? .reference : .content, table: table,
          found > wanted
            ? "\(table) has \(found - wanted) unsealed rows, which were inserted"
            : "\(table) lacks \(wanted - found) rows")
      }
    }
    return nil
  }

  /// The tables whose number of rows follows from events, blocks and progress.
  private static let sealedTables = [
    "store", "migration", "reader_code", "definition", "version", "plan", "plan_rule", "import",
    "import_column", "intake", "intake_submission", "span", "submission", "import_end", "run",
    "run_end", "run_rule", "run_range", "block", "progress", "discard", "correction", "decision",
    "decided", "assignment", "assigned", "comment", "retraction", "reinstatement", "purge",
    "erased_key", "purged", "resealed", "external_run", "activity",
  ]

  /// Returns the number of rows that each table must have.
  private func expectedCounts() throws -> [String: Int] {
    var counts = sealed
    // Each intake is sealed submission by submission, and these determine its columns and spans.
    counts["import_column", default: 0] += try db.number(
      sql: """
        SELECT coalesce(sum(columns), 0) FROM (
          -- Reads spans first, because they find their submissions by key, and not the reverse.
          SELECT max(n.columns) AS columns FROM intake i
          CROSS JOIN span s ON s.import = i.import
          CROSS JOIN intake_submission n
            ON n.submission BETWEEN s.first_submission AND s.last_submission
          GROUP BY s.import)
        """)
    counts["span", default: 0] += try db.number(
      sql: "SELECT count(*) FROM span WHERE import IN (SELECT import FROM intake)")
    counts["definition", default: 0] += try db.number(
      sql: "SELECT count(DISTINCT definition) FROM version")
    // The rows of interrupted replays remain until the next writer deletes them. Reports do not
    // show them.
    for (table, run) in [("run", "id"), ("block", "run"), ("run_range", "run")] {
      counts[table, default: 0] += try db.number(
        sql: """
          SELECT count(*) FROM \(table) WHERE \(run) IN (
            SELECT id FROM run r WHERE kind = 'replay'
              AND NOT EXISTS (SELECT 1 FROM run_end e WHERE e.run = r.id))
          """)
    }
    counts["submission"] = try db.number(
      sql: "SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span")
    return counts
  }
}
