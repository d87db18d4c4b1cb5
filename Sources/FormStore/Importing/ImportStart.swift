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
    try db.insertRow(
      into: "import",
      [
        "form": start.form.definitionID, "kind": kind.rawValue, "file_name": fileName,
        "path": path, "size": fingerprint?.size, "beginning": fingerprint?.beginning,
        "number": fingerprint?.number ?? 0, "again": allowsReimport, "source": source,
        "batch": batchLabel, "part_of": firstPart, "delimiter": delimiter, "encoding": encoding,
        "options": options, "started_at": start.startedAt,
      ])
  }
}

extension ImportEnd {
  /// Stores the end of an import of a form.
  ///
  /// - Parameter again: Whether another import may have the same file.
  func insert(
    _ db: Database, of importID: Int64, formID: Int64, again: Bool, _ end: RunEnd
  ) throws {
    try db.insertRow(
      into: "import_end",
      [
        "import": importID, "form": formID, "again": again, "sha256": sha256, "size": size,
        "records": end.counts.records, "malformed": malformed, "blank_lines": blankLines,
        "finished_at": end.finishedAt,
      ])
  }
}
