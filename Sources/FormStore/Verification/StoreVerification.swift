import FormRules
import Foundation
import GRDB

/// A difference between the content of a store and the data that was written.
package struct StoreProblem: Error, Sendable, Equatable {
  /// The kind of problem.
  package enum Kind: String, Sendable {
    /// SQLite finds the file damaged.
    case integrity
    /// A row refers to a missing row, or lacks a required reference to it.
    case reference
    /// A table, view, index or trigger differs from the schema of this program.
    case schema
    /// The content differs from what an event sealed.
    case content
    /// Submissions or errors of a block differ from its digest.
    case block
    /// An event does not follow the preceding one.
    case chain
    /// Derived data is wrong: current verdicts, counts, claims.
    case derived
    /// The receipt matches no event: the end of the chain was removed, or the receipt belongs to
    /// another store.
    case receipt
  }

  package var kind: Kind
  package var table: String?
  package var row: Int64?
  package var run: Int64?
  package var description: String

  package init(
    _ kind: Kind, table: String? = nil, row: Int64? = nil, run: Int64? = nil, _ description: String
  ) {
    self.kind = kind
    self.table = table
    self.row = row
    self.run = run
    self.description = description
  }
}

/// Recomputes sealed and derived data.
///
/// The parts are independent, so that several threads can share them, each with its own store.
package struct StoreVerification {
  let store: Store

  package init(_ store: Store) { self.store = store }

  /// Runs SQLite's own checks, and checks all references.
  package func fileProblem() throws(StoreError) -> StoreProblem? {
    try store.read { db in
      for line in try String.fetchAll(db, sql: "PRAGMA integrity_check(1)") where line != "ok" {
        return StoreProblem(.integrity, "the file is damaged: \(line)")
      }
      if let row = try Row.fetchOne(
        db, sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check LIMIT 1")
      {
        let table: String = try row[0]
        return StoreProblem(
          .reference, table: table, row: try row[1],
          "a row of \(table) refers to a missing row")
      }
      return nil
    }
  }

  /// Verifies the chain from its first event, and searches for rows that no event seals.
  ///
  /// - Returns: The problem, if any, the last head, the number of events, and the number of single
  ///   submissions among them.
  package func chainProblem() throws(StoreError) -> (
    problem: StoreProblem?, head: String, events: Int, submissions: Int
  ) {
    try store.read { db in
      var counts: [String: Int] = [:]
      var (previous, number): ([UInt8], Int64) = ([], 0)
      var problem: StoreProblem?
      let events = try db.makeStatement(
        sql: """
          SELECT number, kind, subject, at, "by", reason, version, digest, head FROM event
          ORDER BY number
          """)
      try events.forEachStep(while: { problem == nil }) { row in
        number += 1
        let (kind, subject, at) = (row.text(1) ?? "", row.integer(2), row.text(3) ?? "")
        let attribution = Attribution(by: row.text(4), reason: row.text(5))
        let (version, digest, head) = (row.integer(6), row.bytes(7), row.bytes(8))
        guard
          row.integer(0) == number,
          Ledger.head(
            previous: previous, number: number, kind, subject, at: at, attribution,
            version: version, digest: digest) == head
        else {
          problem = StoreProblem(
            .chain, table: "event", row: row.integer(0),
            "event \(number) of the chain was altered or does not follow the previous event")
          return
        }
        previous = head
        guard let known = EventKind(rawValue: kind),
          try Ledger.digest(
            db, known, subject, version: version,
            // Each migration seals the store as a whole.
            count: { counts[$0] = $1 + (known == .store ? 0 : counts[$0] ?? 0) }) == digest
            // The event of the purge covers what remains of the submission.
            || known == .submission && Purge.contains(db, subject)
        else {
          problem = try Self.contentProblem(db, kind, subject, number)
          return
        }
      }
      let head = previous.hexadecimal
      let submissions = counts["intake_submission"] ?? 0
      if let problem { return (problem, head, Int(number), submissions) }
      if let problem = try Self.progressProblem(db, &counts) ?? Self.strayProblem(db, counts)
        ?? Purge.problem(db)
      {
        return (problem, head, Int(number), submissions)
      }
      return (nil, head, Int(number), submissions)
    }
  }

  /// Returns a problem if a head is not in the chain.
  package func receiptProblem(_ head: String) throws(StoreError) -> StoreProblem? {
    let isThere = try store.read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM event WHERE lower(hex(head)) = ?)",
        arguments: [head])
    }
    if isThere == true { return nil }
    return StoreProblem(
      .receipt, table: "event",
      "the receipt matches no event of this database: the end of the log was removed, or the receipt "
        + "belongs to another database")
  }

  private static func contentProblem(
    _ db: Database, _ kind: String, _ subject: Int64, _ number: Int64
  ) throws -> StoreProblem {
    let table: String
    let what: String
    var run: Int64?
    switch EventKind(rawValue: kind) {
    case .store:
      (table, what) = ("store", "the row of the database, a migration or a reader's code")
    case .definition: (table, what) = ("version", "version \(subject) of a form or rule set")
    case .plan: (table, what) = ("plan_rule", "plan \(subject) or its rules")
    case .import: (table, what) = ("import", "import \(subject) or its first run")
    case .run:
      run = subject
      (table, what) = (
        "run_end", "run \(subject), its counts, ranges, blocks, columns or spans, or its end"
      )
    case .submission:
      (table, what) = ("submission", "submission \(subject) or its results")
    case .decision: (table, what) = ("decision", "decision \(subject) or its failures")
    case .purge: (table, what) = ("purge", "purge \(subject) or its remaining data")
    case .discard: (table, what) = ("discard", "import \(subject), which was discarded")
    case .activity: (table, what) = ("activity", "activity \(subject)")
    case nil: (table, what) = ("event", "an entry of unknown kind \(kind)")
    }
    return StoreProblem(
      .content, table: table, row: subject, run: run,
      "\(what) differs from what event \(number) sealed")
  }

  /// Verifies unfinished imports.
  private static func progressProblem(
    _ db: Database, _ counts: inout [String: Int]
  ) throws -> StoreProblem? {
    for row in try Row.fetchAll(db, sql: "SELECT import, run, seal FROM progress ORDER BY import") {
      let (importID, run): (Int64, Int64) = try (row[0], row[1])
      var seal = ProgressSeal()
      for block in try Store.blocks(db, ofRun: run) { seal.add(block) }
      guard try seal.digest(db, importID) == Array(row[2] as Data) else {
        return StoreProblem(
          .content, table: "progress", row: importID, run: run,
          "the progress, columns, spans or blocks of the unfinished import \(importID) were altered"
        )
      }
      counts["progress", default: 0] += 1
      counts["block", default: 0] += seal.blocks
      for table in ["import_column", "span"] {
        counts[table, default: 0] +=
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table) WHERE import = ?", arguments: [importID]) ?? 0
      }
    }
    return nil
  }

  /// Returns a problem if a table has rows that no event, block or progress accounts for.
  ///
  /// The events, blocks and progress determine how many rows each table has.
  private static func strayProblem(
    _ db: Database, _ sealed: [String: Int]
  ) throws -> StoreProblem? {
    var counts = sealed
    // Each intake is sealed submission by submission, and these determine its columns and spans.
    counts["import_column", default: 0] +=
      try Int.fetchOne(
        db,
        sql: """
          SELECT coalesce(sum(columns), 0) FROM (
            -- Reads spans first, because they find their submissions by key, and not the reverse.
            SELECT max(n.columns) AS columns FROM intake i
            CROSS JOIN span s ON s.import = i.import
            CROSS JOIN intake_submission n
              ON n.submission BETWEEN s.first_submission AND s.last_submission
            GROUP BY s.import)
          """) ?? 0
    counts["span", default: 0] +=
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM span WHERE import IN (SELECT import FROM intake)") ?? 0
    counts["definition", default: 0] +=
      try Int.fetchOne(db, sql: "SELECT count(DISTINCT definition) FROM version") ?? 0
    // The rows of interrupted replays remain until the next writer deletes them. Reports do not
    // show them.
    for (table, run) in [("run", "id"), ("block", "run"), ("run_range", "run")] {
      counts[table, default: 0] +=
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM \(table) WHERE \(run) IN (
              SELECT id FROM run r WHERE kind = 'replay'
                AND NOT EXISTS (SELECT 1 FROM run_end e WHERE e.run = r.id))
            """) ?? 0
    }
    let intakeRows = try Int.fetchOne(
      db,
      sql: """
        SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span
        WHERE import IN (SELECT import FROM intake)
        """)
    guard intakeRows == counts["intake_submission"] ?? 0 else {
      return StoreProblem(
        .reference, table: "span", "the spans of an intake differ from the sealed submissions")
    }
    counts["submission"] =
      try Int.fetchOne(
        db, sql: "SELECT coalesce(sum(last_submission - first_submission + 1), 0) FROM span") ?? 0
    counts["malformed"] = nil
    for table in [
      "store", "migration", "reader_code", "definition", "version", "plan", "plan_rule", "import",
      "import_column", "intake", "intake_submission", "span", "submission", "import_end", "run",
      "run_end", "run_rule", "run_range", "block", "progress", "discard", "correction",
      "decision", "decided", "purge", "purged", "resealed", "judged",
      "activity",
    ] {
      let found = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
      let wanted = counts[table] ?? 0
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
}
