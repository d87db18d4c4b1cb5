package import FormRules
import Foundation
import GRDB

/// An import that was broken off and can be gone on with.
package struct UnfinishedImport: Sendable {
  package var importID: Int64
  package var run: Int64
  /// How many records are committed.
  package var records: Int
  /// The digest over what has come since the last full block.
  package var partialDigest: String
  /// The digests of its full blocks.
  package var blocks: [[UInt8]]
  /// The clock and parameters of its run, which go on to hold.
  package var now: String
  package var given: String
  package var fileName: String?
  package var formVersion: Int64
  package var ruleSetVersion: Int64
}

/// An import with its run, as `list` shows it.
package struct ImportSummary: Sendable {
  package var importID: Int64
  package var run: Int64
  package var form: String
  package var formVersion: Int
  package var rules: String
  package var rulesVersion: Int
  package var kind: String
  package var fileName: String?
  package var source: String?
  package var batch: String?
  package var by: String?
  package var startedAt: String
  /// Nil while it is unfinished.
  package var finishedAt: String?
  package var sha256: String?
  package var given: String
  package var counts: RunCounts
  package var limits: [String]
  package var head: String?
}

extension Store {
  /// Finished imports of that form whose file had the digest, the first one first.
  package func finishedImports(
    sha256: String, form: String
  ) throws(StoreError) -> [ImportSummary] {
    try importSummaries(
      where: "ie.sha256 = ? AND f.name = ? AND i.kind <> 'submit'", [sha256, form])
  }

  /// Whether there is a finished import of a file of that size, so that its digest is worth
  /// computing before reading.
  package func hasFinishedImport(ofSize size: Int) throws(StoreError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM import_end WHERE size = ?)", arguments: [size])
        ?? false
    }
  }

  /// Whether there is a finished import of a file with that digest, of any form.
  package func hasFinishedImport(sha256: String) throws(StoreError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM import_end WHERE sha256 = ?)", arguments: [sha256])
        ?? false
    }
  }

  /// Unfinished imports of that form version and rule-set version under the same options, source
  /// and batch, the last one first. Whether their records are those of a file the caller finds out
  /// by their digests.
  package func unfinishedImports(
    form: StoredVersion, rules: StoredVersion, options: String, source: String?, batch: String?
  ) throws(StoreError) -> [UnfinishedImport] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT p.import, p.run, p.records, p.digest, r.now, r.given, i.file_name,
            l.form_version, l.rule_set_version
          FROM progress p
          JOIN run r ON r.id = p.run
          JOIN plan l ON l.id = r.plan
          JOIN import i ON i.id = p.import
          WHERE l.form_version = ? AND l.rule_set_version = ? AND i.options = ?
            AND i.source IS ? AND i.batch IS ?
          ORDER BY p.import DESC
          """,
        arguments: [form.id, rules.id, options, source, batch])
      return try rows.map { row in
        let run: Int64 = row["run"]
        let blocks = try Data.fetchAll(
          db, sql: "SELECT digest FROM block WHERE run = ? ORDER BY number", arguments: [run])
        return UnfinishedImport(
          importID: row["import"], run: run, records: row["records"], partialDigest: row["digest"],
          blocks: blocks.map { Array($0) }, now: row["now"], given: row["given"],
          fileName: row["file_name"], formVersion: row["form_version"],
          ruleSetVersion: row["rule_set_version"])
      }
    }
  }

  /// Imports of a form, or of all, the last one first; single submissions are left out.
  package func imports(
    form: String? = nil, limit: Int = 1_000
  ) throws(StoreError) -> [ImportSummary] {
    try importSummaries(
      where: "(?1 IS NULL OR f.name = ?1) AND i.kind <> 'submit'", [form], limit: limit,
      newestFirst: true)
  }

  /// The import of that number.
  package func importSummary(_ id: Int64) throws(StoreError) -> ImportSummary? {
    try importSummaries(where: "i.id = ?", [id]).first
  }

  private func importSummaries(
    where condition: String, _ arguments: StatementArguments, limit: Int = 1_000,
    newestFirst: Bool = false
  ) throws(StoreError) -> [ImportSummary] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT i.id AS import, r.id AS run, f.name AS form, fv.number AS form_version,
            s.name AS rules, sv.number AS rules_version, i.kind, i.file_name, i.source, i.batch,
            i."by", i.started_at, e.finished_at, ie.sha256, r.given,
            coalesce(e.records, p.records, 0) AS records, coalesce(e.accepted, 0) AS accepted,
            coalesce(e.rejected, 0) AS rejected, coalesce(e.warned, 0) AS warned,
            coalesce(e.errors, 0) AS errors, e.limits, e.head
          FROM import i
          JOIN run r ON r.import = i.id AND r.kind <> 'replay'
          JOIN plan l ON l.id = r.plan
          JOIN form_version fv ON fv.id = l.form_version
          JOIN form f ON f.id = fv.form
          JOIN rule_set_version sv ON sv.id = l.rule_set_version
          JOIN rule_set s ON s.id = sv.rule_set
          LEFT JOIN run_end e ON e.run = r.id
          LEFT JOIN import_end ie ON ie.import = i.id
          LEFT JOIN progress p ON p.import = i.id
          WHERE \(condition)
          ORDER BY i.id \(newestFirst ? "DESC" : "") LIMIT \(limit)
          """,
        arguments: arguments)
      return rows.map(ImportSummary.init(row:))
    }
  }

  /// An import's columns, in order.
  package func columns(ofImport id: Int64) throws(StoreError) -> [PreparedBatch.Column] {
    try read { db in try Self.columns(db, id) }
  }

  static func columns(_ db: Database, _ id: Int64) throws -> [PreparedBatch.Column] {
    try Row.fetchAll(
      db, sql: "SELECT header, field FROM import_column WHERE import = ? ORDER BY position",
      arguments: [id]
    ).map { .init(header: $0[0], field: $0[1]) }
  }

  /// The id of an import's first submission; nil when it has none.
  package func firstSubmission(ofImport id: Int64) throws(StoreError) -> Int64? {
    try read { db in
      try Int64.fetchOne(
        db, sql: "SELECT min(first_submission) FROM span WHERE import = ?", arguments: [id])
    }
  }

  /// The key of the hash behind `unique`.
  package func hashKey() throws(StoreError) -> (UInt64, UInt64) {
    try read { db in
      let key = try Data.fetchOne(db, sql: "SELECT hash_key FROM store") ?? Data()
      guard key.count == 16 else {
        throw StoreError.failed(path: path, reason: "its hash key is damaged")
      }
      func word(_ bytes: Data) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
      return (word(key.prefix(8)), word(key.suffix(8)))
    }
  }

  /// The keys that stand accepted under a rule `unique: ever`, of submissions before that one.
  package func uniqueKeys(
    form: String, rule: String, before submission: Int64 = .max, _ body: (Hash128) -> Void
  ) throws(StoreError) {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT k.hash FROM unique_key k JOIN form f ON f.id = k.form
          WHERE f.name = ? AND k.rule = ? AND k.submission < ?
          """,
        arguments: [form, rule, submission])
      while let row = try rows.next() {
        let hash: Data = row[0]
        if let hash = Hash128(bytes: Array(hash)) { body(hash) }
      }
    }
  }
}

extension Store {
  /// Whether the key stands accepted under a rule `unique: ever`.
  package func hasUniqueKey(
    _ key: Hash128, form: String, rule: String
  ) throws(StoreError) -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (
            SELECT 1 FROM unique_key k JOIN form f ON f.id = k.form
            WHERE f.name = ? AND k.rule = ? AND k.hash = ?)
          """,
        arguments: [form, rule, Data(key.bytes)]) ?? false
    }
  }
}

extension ImportSummary {
  init(row: Row) {
    let limits: String? = row["limits"]
    self.init(
      importID: row["import"], run: row["run"], form: row["form"],
      formVersion: row["form_version"], rules: row["rules"], rulesVersion: row["rules_version"],
      kind: row["kind"], fileName: row["file_name"], source: row["source"], batch: row["batch"],
      by: row["by"], startedAt: row["started_at"], finishedAt: row["finished_at"],
      sha256: row["sha256"], given: row["given"],
      counts: RunCounts(
        records: row["records"], accepted: row["accepted"], rejected: row["rejected"],
        warned: row["warned"], errors: row["errors"]),
      limits: (try? JSONDecoder().decode([String].self, from: Data((limits ?? "[]").utf8))) ?? [],
      head: row["head"])
  }
}

extension Store {
  /// The failures of a run by rule, for those with at least one, in the order of the plan.
  package func ruleCounts(
    run: Int64
  ) throws(StoreError) -> [(rule: StoredRule, code: String, count: Int)] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT p.rule, p.kind, p.field, p.severity, p.code, p.words, c.code, c.failures
          FROM run_rule c
          JOIN run r ON r.id = c.run
          JOIN plan_rule p ON p.plan = r.plan AND p.position = c.rule
          WHERE c.run = ? AND c.failures > 0 ORDER BY c.rule, c.code
          """,
        arguments: [run]
      ).map { row in
        (
          StoredRule(
            id: row[0], kind: row[1], field: row[2], severity: row[3], code: row[4],
            words: row[5]),
          row[6], row[7]
        )
      }
    }
  }
}
