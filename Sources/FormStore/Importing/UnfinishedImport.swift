import Foundation
import GRDB

/// An interrupted import, with all data required to resume it.
package struct UnfinishedImport: Sendable {
  package var importID: Int64
  package var run: Run
  /// The number of committed records.
  package var records: Int
  /// The full blocks, and the last block, not yet full.
  package var blocks: [SealedBlock]
  package var openBlock: SealedBlock
  package var columns: [ImportColumn]
  /// The submissions, in the order of records.
  package var spans: [ClosedRange<Int64>]
  /// The process that last committed to it.
  package var process: Int
  package var configuration: ImportConfiguration

  /// The run of an interrupted import.
  package struct Run: Sendable {
    package var id: Int64
    package var planID: Int64
    /// The last event when it began.
    package var knownEvent: Int64
    /// Its clock, which does not change.
    package var now: String
    /// The version of formrec that started it.
    package var program: String
  }

  /// The ends of the blocks, as numbers of records, followed by the end of the committed records.
  package var ends: [Int] {
    var ends: [Int] = []
    for block in blocks { ends.append((ends.last ?? 0) + block.records) }
    if ends.last != records { ends.append(records) }
    return ends
  }

  /// Returns the ids of records' submissions. Records count from 1.
  package func submissions(_ first: Int, count: Int) -> [ClosedRange<Int64>] {
    var parts: [ClosedRange<Int64>] = []
    var (before, first, count) = (0, first, count)
    for span in spans where count > 0 {
      if first <= before + span.count {
        let start = span.lowerBound + Int64(first - before - 1)
        let length = min(count, Int(span.upperBound - start) + 1)
        parts.append(start...(start + Int64(length) - 1))
        first += length
        count -= length
      }
      before += span.count
    }
    return parts
  }
}

/// An import of a file with a given size and beginning.
package struct FingerprintedImport: Sendable {
  package var importID: Int64
  package var number: Int
  package var state: ImportState
  package var path: String?
  package var allowsReimport: Bool
  /// For a finished import, the digest of the file.
  package var sha256: String?
  /// For an unfinished import, the process that last committed to it.
  package var process: Int?
}

extension Store {
  /// Returns the imports of files with the same size and beginning, by number.
  package func imports(like fingerprint: FileFingerprint) throws(StoreError)
    -> [FingerprintedImport]
  {
    try read { db in
      try db.mapRows(
        sql: """
          SELECT i.id, i.number, i.path, i.again, e.sha256, p.process,
            \(ImportState.sql(of: "i.id"))
          FROM import i
          JOIN definition f ON f.id = i.form
          LEFT JOIN import_end e ON e.import = i.id
          LEFT JOIN progress p ON p.import = i.id
          WHERE f.name = ? AND i.size = ? AND i.beginning = ? ORDER BY i.number
          """, arguments: [fingerprint.form, fingerprint.size, fingerprint.beginning]
      ) { row in
        try FingerprintedImport(
          importID: row[0], number: row[1], state: ImportState(rawValue: row[6]) ?? .unfinished,
          path: row[2], allowsReimport: row[3], sha256: row[4], process: row[5])
      }
    }
  }

  /// Returns the unfinished imports of streams of a form, newest first.
  package func unfinishedStreams(form: String) throws(StoreError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT p.import FROM progress p
          JOIN import i ON i.id = p.import
          JOIN definition f ON f.id = i.form
          WHERE i.kind = 'stream' AND f.name = ? ORDER BY p.import DESC
          """,
        arguments: [form])
    }
  }

  /// Returns the data required to resume an import, or nil if it is not unfinished.
  package func unfinishedImport(_ id: Int64) throws(StoreError) -> UnfinishedImport? {
    try read { db in
      try db.firstRow(
        sql: """
          SELECT p.run, r.plan, p.records, p.process, r.now, r.known_event, r.program, r.parameters,
            r.scenario, i.source, i.batch, o."by", i.options, i.again,
            f.name || '@' || fv.number AS form, s.name || '@' || v.number AS rules
          FROM progress p
          JOIN run r ON r.id = p.run
          JOIN import i ON i.id = p.import
          JOIN event o ON o.kind = 'import' AND o.subject = i.id
          JOIN plan l ON l.id = r.plan
          \(SQLFragments.versionsOfPlan)
          WHERE p.import = ?
          """, arguments: [id]
      ) { row in
        let runID: Int64 = try row["run"]
        let blocks = try SealedBlock.all(db, ofRun: runID)
        let spans = try SubmissionSpan.ranges(db, ofImport: id)
        let records: Int = try row["records"]
        guard let open = try SealedBlock.open(db, ofRun: runID, after: blocks),
          (0...BlockHasher.maximumRecords).contains(open.records),
          records == spans.reduce(0, { $0 + $1.count })
        else { throw StoreError.altered("the progress of import \(id)") }
        return try UnfinishedImport(
          importID: id,
          run: UnfinishedImport.Run(
            id: runID, planID: row["plan"], knownEvent: row["known_event"] ?? 0, now: row["now"],
            program: row["program"]),
          records: records, blocks: blocks, openBlock: open,
          columns: ImportColumn.all(db, ofImport: id), spans: spans, process: row["process"],
          configuration: ImportConfiguration(row: row))
      }
    }
  }
}

extension WritableStore {
  /// Locks the fingerprint of an import until `release`. Returns false if another process holds it.
  package func reserve(_ fingerprint: FileFingerprint) throws(StoreError) -> Bool {
    try lock.lock(fingerprint.key)
  }

  /// Locks the import of a stream. Returns false if another process is writing it.
  package func reserve(stream importID: Int64) throws(StoreError) -> Bool {
    try lock.lock(FileFingerprint.key(ofStream: importID))
  }

  package func release(_ fingerprint: FileFingerprint) { lock.unlock(fingerprint.key) }

  package func release(stream importID: Int64) {
    lock.unlock(FileFingerprint.key(ofStream: importID))
  }
}
