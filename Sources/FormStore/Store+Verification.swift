import FormRules
import Foundation
import GRDB

/// A finished run as it must be for the hash chain to hold.
package struct SealedRun: Sendable {
  package var run: Int64
  package var seal: RunSeal
  package var head: String
  package var blocks: [[UInt8]]
  package var ranges: [ClosedRange<Int64>]
  /// Whether the run brought its submissions in, so that its blocks cover their cells.
  package var isIntake: Bool
}

extension Store {
  /// What SQLite itself finds wrong with the file; empty when nothing.
  package func integrityProblems() throws(StoreError) -> [String] {
    try read { db in
      let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)")
      return lines == ["ok"] ? [] : lines
    }
  }

  /// Rows that refer to rows that are not there: the table and the row id, at most ten.
  package func brokenReferences() throws(StoreError) -> [(table: String, row: Int64?)] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT \"table\", rowid FROM pragma_foreign_key_check LIMIT 10")
        .map { ($0[0], $0[1]) }
    }
  }

  /// All versions of forms and rule sets: the table, the row, content and digest.
  package func versionContents() throws(StoreError) -> [(
    table: String, row: Int64, content: String, digest: String
  )] {
    try read { db in
      try [DefinitionKind.form, .ruleSet].flatMap { kind in
        try Row.fetchAll(
          db, sql: "SELECT id, content, digest FROM \(kind.versions) ORDER BY id"
        ).map { (kind.versions, $0[0], $0[1], $0[2]) }
      }
    }
  }

  /// The finished runs, in the order of their ending.
  package func sealedRuns() throws(StoreError) -> [SealedRun] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT e.run, e.previous, e.head, r.kind, r.program, fv.digest AS form, v.digest AS rules, r.now,
            r.given, e.records, e.accepted, e.rejected, e.warned, e.errors
          FROM run_end e
          JOIN run r ON r.id = e.run
          JOIN plan l ON l.id = r.plan
          JOIN form_version fv ON fv.id = l.form_version
          JOIN rule_set_version v ON v.id = l.rule_set_version
          ORDER BY e.number
          """
      ).map { row in
        let run: Int64 = row["run"]
        let kind: String = row["kind"]
        return SealedRun(
          run: run,
          seal: RunSeal(
            previous: row["previous"], kind: kind, program: row["program"], formDigest: row["form"],
            rulesDigest: row["rules"], now: row["now"], given: row["given"],
            counts: RunCounts(
              records: row["records"], accepted: row["accepted"], rejected: row["rejected"],
              warned: row["warned"], errors: row["errors"])),
          head: row["head"],
          blocks: try Data.fetchAll(
            db, sql: "SELECT digest FROM block WHERE run = ? ORDER BY number", arguments: [run]
          ).map { Array($0) },
          ranges: try Row.fetchAll(
            db,
            sql: """
              SELECT first_submission, last_submission FROM run_range WHERE run = ?
              ORDER BY first_submission
              """,
            arguments: [run]
          ).map { $0[0]...$0[1] },
          isIntake: kind != "replay")
      }
    }
  }

  /// The bytes of malformed submissions in a range, by id.
  package func malformedBytes(
    _ ids: ClosedRange<Int64>
  ) throws(StoreError) -> [(submission: Int64, raw: [UInt8])] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT submission, raw FROM malformed WHERE submission BETWEEN ? AND ? ORDER BY 1",
        arguments: [ids.lowerBound, ids.upperBound]
      ).map { ($0[0], Array($0[1] as Data)) }
    }
  }

  /// How many submissions there are in a range.
  package func countSubmissions(_ ids: ClosedRange<Int64>) throws(StoreError) -> Int {
    try read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM submission WHERE id BETWEEN ? AND ?",
        arguments: [ids.lowerBound, ids.upperBound]) ?? 0
    }
  }
}
