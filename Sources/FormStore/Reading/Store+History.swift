import FormBytes
public import FormRules
import Foundation
import GRDB

/// A stored submission and its context.
package struct StoredSubmission: Sendable {
  package var id: Int64
  package var importID: Int64
  package var form: String
  package var record: Int
  package var line: Int
  /// A JSON array in the import's column order.
  ///
  /// Bytes, because the cells of a malformed record may not be valid text.
  package var cells: [UInt8]
  package var columns: [ImportColumn]
  /// The bytes of a record that the reader could not parse.
  package var raw: [UInt8]?
  package var relations: Relations
  package var origin: Origin
  /// The state, as shown in `form_<name>`.
  package var state: String

  /// Other submissions of the same record.
  package struct Relations: Sendable {
    package var corrects: Int64?
    package var correctedBy: Int64?
    /// The earlier delivery that this one supersedes.
    package var supersedes: Int64?
    /// The later delivery.
    package var supersededBy: Int64?
  }

  /// Where a submission comes from.
  package struct Origin: Sendable {
    package var fileName: String?
    package var source: String?
    package var batchLabel: String?
    /// The operator who submitted it, and the reason.
    package var attribution: Attribution
    /// The time of the submission, or of the start of its import.
    package var receivedAt: String
  }
}

/// Data stored with a submission in addition to its cells and verdicts.
package struct SubmissionMetadata: Sendable {
  /// The number of finished replays that judged it.
  package var replays: Int
  /// The number of answers of services.
  package var answers: Int
  package var hasIdempotencyKey: Bool
  /// The number of comments.
  package var comments: Int
}

/// The answer of a service for a submission. The request is not stored.
public struct StoredAnswer: Sendable, Encodable {
  /// The run that sent the request.
  public var runID: Int64
  /// The rule.
  public var rule: String
  /// The outcome of the request.
  public var outcome: AnswerOutcome

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["run": runID, "rule": rule, "outcome": outcome.name])
  }
}

/// The verdict of one run on a submission.
package struct StoredVerdict: Sendable {
  package var runID: Int64
  package var kind: RunKind
  package var at: String
  package var planID: Int64
  package var form: String
  package var formVersion: Int
  package var rules: String
  package var rulesVersion: Int
  /// The operator of the run, and the reason.
  package var attribution: Attribution
  package var errors: [StoredError]
}

extension Store {
  /// Returns the form of a submission, or nil if there is no such submission.
  package func form(ofSubmission id: Int64) throws(StoreError) -> String? {
    try read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT f.name FROM span p JOIN import i ON i.id = p.import JOIN definition f ON f.id = i.form
          WHERE p.first_submission = \(SQLFragments.rangeStart(of: "?1")) AND p.last_submission >= ?1
          """, arguments: [id])
    }
  }

  /// Returns the head of the chain with the event of a submission, or of the import that contains
  /// it, hexadecimal, or nil if there is no such submission.
  package func head(ofSubmission id: Int64) throws(StoreError) -> String? {
    try read { db in
      try Data.fetchOne(
        db,
        sql: """
          SELECT o.head FROM span p
          LEFT JOIN intake_submission n ON n.submission = ?1
          JOIN event o
            ON o.kind = CASE WHEN n.submission IS NULL THEN 'import' ELSE 'submission' END
            AND o.subject = coalesce(n.submission, p.import)
          WHERE p.first_submission = \(SQLFragments.rangeStart(of: "?1")) AND p.last_submission >= ?1
          """, arguments: [id])?.hexadecimal
    }
  }

  /// Returns the submission with an id, or nil.
  package func submission(_ id: Int64) throws(StoreError) -> StoredSubmission? {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT s.id, p.import, f.name AS form, p.first_record + s.id - p.first_submission AS record,
            s.line, CAST(s.cells AS BLOB) AS cells, m.raw, i.source, i.batch, i.file_name,
            coalesce(n.at, i.started_at) AS received_at,
            n.source AS own_source, o."by", o.reason,
            coalesce(v.state, x.state,
              CASE WHEN \(SupersededTable.contains("s.id")) THEN 'superseded' END,
              'current') AS state,
            (SELECT corrects FROM correction c WHERE c.submission = s.id) AS corrects,
            (SELECT max(submission) FROM effective_correction c WHERE c.corrects = s.id) AS corrected_by,
            \(SupersededTable.superseder(of: "s.id")) AS superseded_by,
            \(SupersededTable.lastSuperseded(by: "s.id")) AS supersedes
          FROM submission_content s
          JOIN span p ON p.first_submission = \(SQLFragments.rangeStart(of: "s.id"))
          JOIN import i ON i.id = p.import
          JOIN definition f ON f.id = i.form
          LEFT JOIN malformed m ON m.submission = s.id
          LEFT JOIN intake_submission n ON n.submission = s.id
          LEFT JOIN event o
            ON o.kind = CASE WHEN n.submission IS NULL THEN 'import' ELSE 'submission' END
            AND o.subject = coalesce(n.submission, p.import)
          LEFT JOIN shown_import v ON v.import = p.import
          LEFT JOIN submission_status x ON x.submission = s.id
          WHERE s.id = ? AND p.last_submission >= s.id
          """, arguments: [id]
      ) { row in
        let cells: Data = try row["cells"]
        let raw: Data? = try row["raw"]
        let (corrects, correctedBy): (Int64?, Int64?) = try (row["corrects"], row["corrected_by"])
        return try StoredSubmission(
          id: row["id"], importID: row["import"], form: row["form"], record: row["record"],
          line: row["line"], cells: Array(cells),
          columns: ImportColumn.all(db, ofImport: row["import"]),
          raw: raw.map { Array($0) },
          relations: StoredSubmission.Relations(
            corrects: corrects, correctedBy: correctedBy,
            // By its key, a correction supersedes what it corrects, which is only shown as
            // corrected.
            supersedes: corrects == nil ? row["supersedes"] : nil,
            supersededBy: correctedBy == nil ? row["superseded_by"] : nil),
          origin: StoredSubmission.Origin(
            fileName: row["file_name"], source: row["own_source"] ?? row["source"],
            batchLabel: row["batch"], attribution: Attribution(row),
            receivedAt: row["received_at"]),
          state: row["state"])
      }
    }
  }

  /// Returns the data stored with a submission.
  package func metadata(of submission: Int64) throws(StoreError) -> SubmissionMetadata {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT
            (SELECT count(*) FROM run_range g JOIN run_end e ON e.run = g.run
              WHERE g.first_submission <= ?1 AND g.last_submission >= ?1),
            (SELECT count(*) FROM answer WHERE submission = ?1),
            EXISTS (SELECT 1 FROM intake_submission
              WHERE submission = ?1 AND idempotency_key IS NOT NULL),
            (SELECT count(*) FROM comment WHERE submission = ?1)
          """, arguments: [submission]
      ) {
        try SubmissionMetadata(
          replays: $0.count(0), answers: $0.count(1), hasIdempotencyKey: $0.integer(2) == 1,
          comments: $0.count(3))
      }
        ?? SubmissionMetadata(
          replays: 0, answers: 0, hasIdempotencyKey: false, comments: 0)
    }
  }

  /// Returns the answers of services for a submission, oldest run first.
  package func answers(of submission: Int64) throws(StoreError) -> [StoredAnswer] {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT a.run, p.rule, a.outcome FROM answer a
          JOIN run r ON r.id = a.run
          JOIN plan_rule p ON p.plan = r.plan AND p.position = a.rule
          WHERE a.submission = ? ORDER BY a.run, a.rule
          """, arguments: [submission]
      ) {
        try StoredAnswer(
          runID: $0.integer(0), rule: $0.text(1),
          outcome: RecordedAnswers.outcome($0.integer(2)))
      }
    }
  }

  /// Returns the verdicts of all finished runs on a submission, oldest first.
  package func verdicts(of submission: Int64) throws(StoreError) -> [StoredVerdict] {
    try read { db in
      try db.mapRows(
        sql: """
          WITH RECURSIVE named (id) AS (VALUES (?)), \(SQLFragments.judged)
          SELECT r.id, r.kind, j.at AS finished_at, r.plan, f.name AS form,
            fv.number AS form_version, s.name AS rules, v.number AS rules_version,
            o."by", o.reason
          FROM judged j
          CROSS JOIN run r ON r.id = j.run
          LEFT JOIN event o ON o.number = j.event
          JOIN plan l ON l.id = r.plan
          \(SQLFragments.versionsOfPlan)
          ORDER BY j.event
          """, arguments: [submission]
      ) { row in
        try StoredVerdict(
          runID: row["id"], kind: row.value("kind"), at: row["finished_at"], planID: row["plan"],
          form: row["form"], formVersion: row["form_version"], rules: row["rules"],
          rulesVersion: row["rules_version"], attribution: Attribution(row),
          errors: StoredError.fetch(db, runID: row["id"], submission...submission).errors)
      }
    }
  }

  /// A bound that no rule set reaches.
  private static let maximumRules = 1 << 20

  /// Returns the stored rules of a plan, by position.
  package func planRules(_ planID: Int64) throws(StoreError) -> [Int: StoredRule] {
    try read { db in
      try db.dictionary(
        sql: "SELECT p.position, \(StoredRule.columns) FROM plan_rule p WHERE p.plan = ?",
        arguments: [planID]
      ) { row in
        let position: Int = try row["position"]
        // Callers allocate arrays up to the highest position.
        guard (0..<Store.maximumRules).contains(position) else {
          throw StoreError.altered("a rule of plan \(planID) is at position \(position)")
        }
        return (position, try StoredRule(row))
      }
    }
  }

  /// Returns the versions that a plan binds.
  package func versions(
    ofPlan planID: Int64
  ) throws(StoreError) -> (form: StoredVersion, rules: StoredVersion) {
    try read { db in
      let ids = try db.firstRow(
        sql: "SELECT form_version, rules_version FROM plan WHERE id = ?", arguments: [planID]
      ) { try (form: $0.integer(0), rules: $0.integer(1)) }
      guard let ids, let form = try StoredVersion.fetch(db, id: ids.form),
        let rules = try StoredVersion.fetch(db, id: ids.rules)
      else { throw StoreError.unknown("no plan \(planID)") }
      return (form, rules)
    }
  }
}
