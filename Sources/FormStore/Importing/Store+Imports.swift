import FormBytes
package import FormRules
import Foundation
import GRDB

extension Store {
  /// Returns the finished imports of a form whose file has the digest, oldest first.
  package func finishedImports(
    sha256: String, form: String
  ) throws(StoreError) -> [ImportSummary] {
    let ids = try fileImports(sha256: sha256, form: form)?.whole ?? []
    return try importSummaries(
      where: "i.id IN (SELECT value FROM json_each(?))", [SQLFragments.jsonArray(of: ids)])
  }

  /// Returns the import of the external run of the form with a name that judged the file with the
  /// digest.
  package func importOfExternalRun(sha256: String, form: String) throws(StoreError) -> Int64? {
    try fileImports(sha256: sha256, form: form)?.externalRuns.first
  }

  /// The imports of a file, or nil if there is no such form.
  private func fileImports(sha256: String, form: String) throws(StoreError) -> FileImports? {
    try read { db in
      try Int64.fetchOne(
        db, sql: "SELECT id FROM definition WHERE kind = 'form' AND name = ?", arguments: [form]
      ).map { try FileImports(db, sha256: sha256, formID: $0) }
    }
  }

  /// Returns whether there is a finished import or an external run of a file of the given size.
  ///
  /// If so, the digest is worth computing before the file is read.
  package func hasFinishedImport(ofSize size: Int) throws(StoreError) -> Bool {
    try read { db in
      try db.hasRow(
        sql: """
          SELECT 1 FROM import_end WHERE size = ?1
          UNION ALL SELECT 1 FROM external_run WHERE size = ?1
          """, arguments: [size])
    }
  }

  /// Returns whether there is a finished import of a file with the digest, for any form.
  package func hasFinishedImport(sha256: String) throws(StoreError) -> Bool {
    try read { db in
      try db.hasRow(sql: "SELECT 1 FROM import_end WHERE sha256 = ?", arguments: [sha256])
    }
  }

  /// Returns the rejected submissions of an import, or their last corrections, that are neither
  /// replaced nor waived, in ascending order.
  package func openSubmissions(ofImport id: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql: """
          WITH RECURSIVE chain (submission) AS (
            SELECT x.submission FROM span p JOIN submission_status x
              ON x.submission BETWEEN p.first_submission AND p.last_submission
            WHERE p.import = ? AND (x.state IS NULL OR x.state = 'corrected')
            UNION ALL
            SELECT c.submission FROM chain h JOIN effective_correction c
              ON c.corrects = h.submission
          )
          SELECT submission FROM chain JOIN submission_status USING (submission)
          WHERE rejected = 1 AND state IS NULL ORDER BY 1
          """, arguments: [id])
    }
  }

  /// Returns the form of an import.
  static func formID(_ db: Database, ofImport id: Int64) throws -> Int64 {
    Int64(try db.number(sql: "SELECT form FROM import WHERE id = ?", arguments: [id]))
  }

  /// Returns an option of an import by its name, or nil if the import does not have it.
  package func option(_ name: String, ofImport id: Int64) throws(StoreError) -> String? {
    try read { db in
      try String.fetchOne(
        db, sql: "SELECT json_extract(options, '$.' || ?) FROM import WHERE id = ?",
        arguments: [name, id])
    }
  }

  /// Returns the time at which the last file of a form and source was imported, or nil if there is
  /// none. Retracted imports do not count.
  package func lastDelivery(form: String, source: String) throws(StoreError) -> String? {
    try read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT max(e.finished_at) FROM import_end e JOIN import i ON i.id = e.import
          JOIN definition f ON f.id = i.form
          WHERE f.name = ? AND i.source = ? AND i.kind IN ('file', 'stream', 'external')
            AND i.id NOT IN (SELECT import FROM retracted_import)
          """, arguments: [form, source])
    }
  }

  /// Returns the imports of a form, or of all forms, newest first. A file of corrections is one
  /// import.
  package func imports(
    form: String? = nil, limit: Int = 1_000
  ) throws(StoreError) -> [ImportSummary] {
    try importSummaries(
      where: "i.part_of IS NULL AND (?1 IS NULL OR f.name = ?1)", [form], limit: limit,
      newestFirst: true)
  }

  /// Returns the newest unfinished imports, at most 1,000, newest first.
  func unfinishedImports() throws(StoreError) -> [ImportSummary] {
    try importSummaries(
      where: "i.id IN (SELECT import FROM progress)", [], newestFirst: true)
  }

  /// Returns the imports of the same file of corrections, oldest first, or only the import itself.
  package func parts(ofImport id: Int64) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql: """
          WITH first (id) AS (SELECT coalesce(part_of, id) FROM import WHERE id = ?)
          SELECT i.id FROM first f JOIN import i ON i.id = f.id OR i.part_of = f.id ORDER BY i.id
          """, arguments: [id])
    }
  }

  /// Returns the counts of a file of corrections, the run of its last import, and the head after
  /// it.
  private static func correctionCounts(
    _ db: Database, _ importID: Int64
  ) throws -> (counts: RunCounts, run: Int64, head: String)? {
    try db.firstRow(
      sql: """
        SELECT sum(e.records) AS records, sum(e.accepted) AS accepted, sum(e.rejected) AS rejected,
          sum(e.warned) AS warned, sum(e.errors) AS errors, max(o.number), r.id AS run, o.head
        FROM import i
        JOIN run r ON r.import = i.id
        JOIN run_end e ON e.run = r.id
        JOIN event o ON o.kind = 'run' AND o.subject = r.id
        WHERE i.id = ?1 OR i.part_of = ?1
        HAVING count(*) > 1
        """, arguments: [importID]
    ) { try (RunCounts($0), $0["run"], ($0["head"] as Data).hexadecimal) }
  }

  /// Returns the import with an id.
  package func importSummary(_ id: Int64) throws(StoreError) -> ImportSummary? {
    try importSummaries(where: "i.id = ?", [id]).first
  }

  private func importSummaries(
    where condition: String, _ arguments: StatementArguments, limit: Int = 1_000,
    newestFirst: Bool = false
  ) throws(StoreError) -> [ImportSummary] {
    try read { db in
      let summaries = try db.mapRows(
        sql: """
          SELECT \(RunSummary.columns), i.kind, i.file_name, i.source, i.batch, b."by", b.reason,
            i.started_at, ie.sha256, r.now, r.parameters, r.scenario, i.size, i.beginning, i.number,
            e.limits, p.process, \(ImportState.sql(of: "i.id")) AS state
          -- This order lets the query end at the limit without sorting.
          FROM import i
          CROSS JOIN run r ON r.import = i.id
          \(RunSummary.joins)
          LEFT JOIN event b ON b.kind = 'import' AND b.subject = i.id AND i.kind <> 'intake'
          LEFT JOIN import_end ie ON ie.import = i.id
          WHERE \(condition)
          ORDER BY i.id \(newestFirst ? "DESC" : "") LIMIT ?
          """, arguments: arguments + [limit], ImportSummary.init(row:))
      return try summaries.map { summary in
        var summary = summary
        try summary.runSummary.countIntake(db)
        if summary.kind == .correction,
          let whole = try Self.correctionCounts(db, summary.importID)
        {
          summary.runSummary.counts = whole.counts
          (summary.runSummary.runID, summary.runSummary.head) = (whole.run, whole.head)
        }
        if summary.kind == .externalRun {
          let filter = SubmissionFilter(importID: summary.importID)
          summary.externalRun = try Self.externalRuns(db, filter).first?.run
        }
        return summary
      }
    }
  }
}

extension Store {
  /// Returns the failures and skips of an import by rule, for rules with at least one, in the order
  /// of the plan. A file of corrections has those of all its imports, which have the same plan.
  package func ruleCounts(
    ofImport importID: Int64
  ) throws(StoreError) -> [(rule: StoredRule, code: String, failures: Int, skips: SkipCounts)] {
    try read { db in
      var counts: [(rule: StoredRule, code: String, failures: Int, skips: SkipCounts)] = []
      try db.forEachRow(
        sql: """
          SELECT \(StoredRule.columns), c.code AS failed_code, c.failures, c.reasons
          FROM import i
          JOIN run r ON r.import = i.id
          JOIN run_rule c ON c.run = r.id
          JOIN plan_rule p ON p.plan = r.plan AND p.position = c.rule
          WHERE i.id = ?1 OR i.part_of = ?1 ORDER BY c.rule, c.code
          """, arguments: [importID]
      ) { row in
        let (rule, code) = try (StoredRule(row), row["failed_code"] as String)
        let (failures, skips) = try (row["failures"] as Int, SkipCounts(json: row["reasons"]))
        if let last = counts.indices.last, (counts[last].rule, counts[last].code) == (rule, code) {
          counts[last].failures += failures
          counts[last].skips += skips
        } else {
          counts.append((rule, code, failures, skips))
        }
      }
      return counts
    }
  }
}
