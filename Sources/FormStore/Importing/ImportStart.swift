package import FormRules
import GRDB

/// The data of an import that is known before its first record.
package struct ImportStart: Sendable {
  package var kind: ImportKind
  /// The identity of a file; nil for a stream.
  package var fingerprint: FileFingerprint?
  package var fileName: String?
  /// The path of the file. An unfinished import is resumed only from there.
  package var path: String?
  /// Whether the file is recorded even if it was already imported.
  package var allowsReimport = false
  package var source: String?
  package var batchLabel: String?
  /// The delimiter between cells, and the encoding, with the suffix `-sig` if the file has a byte
  /// order mark.
  package var delimiter: String?
  package var encoding: String?
  /// A JSON object with the options that affect reading and judging, such as the delimiter.
  package var options = "{}"
  package var columns: [ImportColumn]
  /// For an external run, the counts of the whole file.
  package var externalRun: ExternalRun?
  /// For corrections, the first import of the same file, or nil if this is the first.
  package var firstPart: Int64?
  /// The clock for the time of each commit of an unfinished import.
  package var clock: @Sendable () -> Instant = { .currentSecond }

  package init(_ kind: ImportKind, columns: [ImportColumn]) {
    self.kind = kind
    self.columns = columns
  }
}

/// The data of an import that is known after its last byte.
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

extension ImportStart {
  /// Stores the import and returns its id.
  func insert(_ db: Database, _ start: RunStart) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO import (form, kind, file_name, path, size, beginning, number, again, source,
          batch, part_of, delimiter, encoding, options, started_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        start.form.definitionID, kind.rawValue, fileName, path, fingerprint?.size,
        fingerprint?.beginning, fingerprint?.number ?? 0, allowsReimport, source, batchLabel,
        firstPart, delimiter, encoding, options, start.startedAt,
      ])
    return db.lastInsertedRowID
  }
}

extension ImportEnd {
  /// Stores the end of an import of a form.
  ///
  /// - Parameter again: Whether another import may have the same file.
  func insert(
    _ db: Database, of importID: Int64, formID: Int64, again: Bool, _ end: RunEnd
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO import_end (
          import, form, again, sha256, size, records, malformed, blank_lines, finished_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        importID, formID, again, sha256, size, end.counts.records, malformed, blankLines,
        end.finishedAt,
      ])
  }
}
