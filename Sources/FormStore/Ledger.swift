import Foundation
import GRDB

/// What an event of the chain is about; its subject is the id of a row.
package enum EventKind: String, CaseIterable, Sendable {
  /// The store itself, as far as a number of migrations.
  case store
  /// A version of a form or rule set.
  case definition
  /// A rule set bound to a form, its rules in words.
  case plan
  /// The beginning of an import or intake.
  case `import`
  /// The end of an import or replay.
  case run
  /// A single submission.
  case submission
  /// What somebody decided about failures.
  case decision
  /// That cells are gone.
  case purge
  /// The end of an import that was given up.
  case discard
}

/// The chain of events. Each seals the rows that it is about, by the same queries when it is written
/// and when it is verified, who did it and why, and the event before it.
enum Ledger {
  /// Rows that an event seals: the table, and a query with `:subject`.
  struct Part: Sendable {
    let table: String
    let sql: String
    /// Whether other events seal the same rows, so that they are not counted here.
    var isShared = false
    /// Whether it is left out where there are no rows: it came later than stores that have none.
    var isOptional = false
    /// Whether the query is of a whole table, without `:subject`.
    var isWhole = false
    /// The key of a submission, in place of a query.
    var keys: (@Sendable (Database, Int64) throws -> [Int64]?)?
  }

  /// What events of each kind seal, made once: a store may have many thousands of events.
  private static let partsOfKinds = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { ($0, parts($0)) })

  /// What an event of a kind seals. What is not sealed here is in blocks (submissions, errors,
  /// malformed records), or follows from the rest (current, shown_import,
  /// mapping, mapping_field, waiver, superseded, exception, key_list, key_run, key_block).
  private static func parts(_ kind: EventKind) -> [Part] {
    let spans = """
      SELECT first_submission, last_submission, first_record FROM span WHERE import = %
      ORDER BY first_submission
      """
    let columns =
      "SELECT position, header, field FROM import_column WHERE import = % ORDER BY position"
    let blocks = "SELECT number, records, digest FROM block WHERE run = % ORDER BY number"
    func of(_ table: String, _ sql: String, _ subject: String = ":subject") -> Part {
      Part(table: table, sql: sql.replacing("%", with: subject))
    }
    switch kind {
    case .store:
      return [
        Part(table: "store", sql: "SELECT * FROM store", isWhole: true),
        of("migration", "SELECT * FROM migration WHERE number <= % ORDER BY number"),
        Part(
          table: "reader_code", sql: "SELECT * FROM reader_code ORDER BY code", isWhole: true),
      ]
    case .definition:
      return [
        Part(
          table: "definition",
          sql: """
            SELECT d.* FROM definition d JOIN version v ON v.definition = d.id
            WHERE v.id = :subject
            """, isShared: true),
        of("version", "SELECT * FROM version WHERE id = %"),
      ]
    case .plan:
      return [
        of("plan", "SELECT * FROM plan WHERE id = %"),
        of("plan_rule", "SELECT * FROM plan_rule WHERE plan = % ORDER BY position"),
      ]
    case .import:
      return [
        of("import", "SELECT * FROM import WHERE id = %"),
        of("run", "SELECT * FROM run WHERE import = % ORDER BY id"),
        of("intake", "SELECT * FROM intake WHERE import = %"),
        of("judged", "SELECT * FROM judged WHERE import = %"),
      ]
    case .run:
      let ofRun = "(SELECT import FROM run WHERE id = :subject)"
      return [
        // That of an import is sealed with its beginning.
        of("run", "SELECT * FROM run WHERE id = % AND kind = 'replay'"),
        of("run_end", "SELECT * FROM run_end WHERE run = %"),
        of("run_rule", "SELECT * FROM run_rule WHERE run = % ORDER BY rule, code"),
        of("run_range", "SELECT * FROM run_range WHERE run = % ORDER BY first_submission"),
        of("block", blocks),
        of("import_end", "SELECT * FROM import_end WHERE import = %", ofRun),
        of("import_column", columns, ofRun),
        of("span", spans, ofRun),
        of(
          "correction",
          """
          SELECT c.submission, c.corrects FROM span s
          JOIN correction c ON c.submission BETWEEN s.first_submission AND s.last_submission
          WHERE s.import = % ORDER BY c.submission
          """, ofRun),
      ]
    case .submission:
      return [
        of("intake_submission", "SELECT * FROM intake_submission WHERE submission = %"),
        Part(
          table: "span",
          sql: """
            SELECT import, first_record + :subject - first_submission FROM span
            WHERE first_submission = (
              SELECT max(first_submission) FROM span WHERE first_submission <= :subject)
              AND last_submission >= :subject
            """, isShared: true),
        Part(
          table: "import_column",
          sql: """
            SELECT c.position, c.header, c.field FROM intake_submission i
            JOIN span s ON s.first_submission = (
              SELECT max(first_submission) FROM span WHERE first_submission <= :subject)
            JOIN import_column c ON c.import = s.import AND c.position < i.columns
            WHERE i.submission = :subject ORDER BY c.position
            """, isShared: true),
        of("submission", "SELECT line, cells FROM submission WHERE id = %"),
        Part(
          table: "key_page", sql: "",
          keys: { db, id in
            try KeyList.ofRecord(db, id).flatMap { try KeyPages($0).key(db, of: id) }
              .map { [$0.hash, Int64($0.content)] }
          }),
        Part(
          table: "answer",
          sql: """
            SELECT rule, high, low, outcome FROM answer
            WHERE run = \(intakeRun) AND submission = :subject ORDER BY rule, high, low
            """, isShared: true, isOptional: true),
        of(
          "error",
          "SELECT run, rule, code, arguments FROM error WHERE run = \(intakeRun) AND submission = %"
        ),
      ]
    case .decision:
      return [
        of("decision", "SELECT * FROM decision WHERE id = %"),
        of("decided", "SELECT * FROM decided WHERE decision = % ORDER BY submission, rule"),
      ]
    case .purge:
      let intakes = """
        FROM purged p
        JOIN intake_submission n ON n.submission BETWEEN p.first_submission AND p.last_submission
        """
      return [
        of("purge", "SELECT * FROM purge WHERE id = %"),
        of("purged", "SELECT * FROM purged WHERE purge = % ORDER BY first_submission"),
        of(
          "resealed",
          "SELECT run, number, digest FROM resealed WHERE purge = % ORDER BY run, number"),
        // It follows from keys, which are gone.
        Part(
          table: "superseded",
          sql: """
            SELECT x.submission, x.superseded_by FROM purged p
            JOIN superseded x ON x.submission BETWEEN p.first_submission AND p.last_submission
            WHERE p.purge = :subject ORDER BY x.submission
            """, isShared: true),
        // What is left of single submissions, whose own events can't be recomputed any more.
        Part(
          table: "intake_submission",
          sql: """
            SELECT n.submission, n.form, n.at, n.source, n.idempotency_hash, n.columns, s.line
            \(intakes) JOIN submission s ON s.id = n.submission
            WHERE p.purge = :subject ORDER BY n.submission
            """, isShared: true),
        Part(
          table: "error",
          sql: """
            SELECT e.run, e.submission, e.rule, e.code, e.arguments \(intakes)
            JOIN span s ON s.first_submission = (
              SELECT max(first_submission) FROM span WHERE first_submission <= n.submission)
            JOIN run r ON r.import = s.import
            JOIN error e ON e.run = r.id AND e.submission = n.submission
            WHERE p.purge = :subject ORDER BY e.submission, e.rule
            """, isShared: true),
      ]
    case .discard:
      let run = "(SELECT id FROM run WHERE import = :subject)"
      return [
        of("discard", "SELECT * FROM discard WHERE import = %"),
        of("import_column", columns),
        of("span", spans),
        of("block", blocks, run),
      ]
    }
  }

  /// The run of the intake that a submission came with.
  private static let intakeRun = """
    (
      SELECT r.id FROM span s JOIN run r ON r.import = s.import
      WHERE s.first_submission = (
        SELECT max(first_submission) FROM span WHERE first_submission <= :subject))
    """

  /// What an event states: SHA-256 over its rows.
  ///
  /// - Parameter count: called with each table and the number of its rows, unless they are shared.
  static func digest(
    _ db: Database, _ kind: EventKind, _ subject: Int64, count: (String, Int) -> Void = { _, _ in }
  ) throws -> [UInt8] {
    var digest = RowDigest("formrec.\(kind.rawValue).1")
    digest.add(subject)
    for part in partsOfKinds[kind] ?? [] {
      if let key = part.keys {
        digest.add(part.table)
        digest.add(try key(db, subject))
        continue
      }
      let arguments: StatementArguments =
        part.isWhole ? StatementArguments() : ["subject": subject]
      if part.isOptional,
        try Row.fetchOne(db.cachedStatement(sql: part.sql), arguments: arguments) == nil
      {
        continue
      }
      digest.add(part.table)
      let rows = try digest.addRows(db, part.sql, arguments)
      if !part.isShared { count(part.table, rows) }
    }
    return digest.finish()
  }

  /// The head of an event: SHA-256 over it and the head before.
  static func head(
    previous: [UInt8], number: Int64, _ kind: String, _ subject: Int64, at: String,
    _ attribution: Attribution, digest: [UInt8]
  ) -> [UInt8] {
    var head = RowDigest("formrec.event.1")
    head.add(previous)
    head.add(number)
    head.add(kind)
    head.add(subject)
    head.add(at)
    head.add(attribution.by)
    head.add(attribution.reason)
    head.add(digest)
    return head.finish()
  }

  /// Seals what an event is about, all of whose rows have been written.
  ///
  /// - Returns: the head of the chain.
  @discardableResult
  static func append(
    _ db: Database, _ kind: EventKind, _ subject: Int64, at: String, _ attribution: Attribution
  ) throws -> [UInt8] {
    let last = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT number, head FROM event ORDER BY number DESC LIMIT 1"))
    let number = 1 + (try last?[0] ?? 0 as Int64)
    let previous = try last.map { Array(try $0[1] as Data) } ?? []
    let digest = try digest(db, kind, subject)
    let head = head(
      previous: previous, number: number, kind.rawValue, subject, at: at, attribution,
      digest: digest)
    try db.cachedStatement(sql: "INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)").execute(
      arguments: [
        number, kind.rawValue, subject, at, attribution.by, attribution.reason, Data(digest),
        Data(head),
      ])
    return head
  }
}
