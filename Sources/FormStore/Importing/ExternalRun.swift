import FormRules
import GRDB

/// The counts of a file in an external run: a run that judged it outside of formrec, such as on
/// Spark.
///
/// They belong to an import of kind `external`, which contains only the rejected records.
package struct ExternalRun: Sendable, Equatable, Encodable {
  /// The SHA-256 digest of the file, hexadecimal, and its size in bytes.
  package var sha256: String
  package var size: Int
  /// The counts of the whole file.
  package var counts: RunCounts
  /// A JSON object with the number of errors per rule.
  package var byRule: String
  /// The JSON manifest of the external run: its program, times, and parts with their digests.
  package var manifest: String

  package init(
    sha256: String, size: Int, counts: RunCounts, byRule: String, manifest: String
  ) {
    self.sha256 = sha256
    self.size = size
    self.counts = counts
    self.byRule = byRule
    self.manifest = manifest
  }

  /// A description of the import.
  package var description: String {
    "only the rejected records of an external run are stored: it validated \(counts.records) and accepted "
      + "\(counts.accepted)"
  }

  /// The counts of the whole file, for reports.
  package func encode(to encoder: any Encoder) throws {
    try encoder.encodeMembers(["sha256": sha256, "size": size])
    try counts.encode(to: encoder)
    try encoder.encodeMembers(["byRule": JSON.number(byRule)])
  }

  func insert(_ db: Database, importID: Int64) throws {
    try db.insertRow(
      into: "external_run",
      [
        "import": importID, "sha256": sha256, "size": size, "records": counts.records,
        "accepted": counts.accepted, "rejected": counts.rejected, "warned": counts.warned,
        "errors": counts.errors, "by_rule": byRule, "manifest": manifest,
      ])
  }

  fileprivate init(_ row: StatementRow) throws {
    try self.init(
      sha256: row["sha256"], size: row["size"], counts: RunCounts(row),
      byRule: row["by_rule"], manifest: row["manifest"])
  }
}

extension Store {
  /// Returns the counts of each import of an external run, in the order of imports.
  package func externalRuns(
    _ filter: SubmissionFilter = SubmissionFilter()
  ) throws(StoreError) -> [(importID: Int64, run: ExternalRun)] {
    try read { try Self.externalRuns($0, filter) }
  }

  static func externalRuns(
    _ db: Database, _ filter: SubmissionFilter
  ) throws -> [(importID: Int64, run: ExternalRun)] {
    try db.mapRows(
      sql: """
        SELECT e.import, e.sha256, e.size, e.records, e.accepted, e.rejected, e.warned, e.errors,
          e.by_rule, e.manifest
        FROM external_run e JOIN import i ON i.id = e.import
        JOIN definition f ON f.id = i.form
        WHERE \(SubmissionFilter.condition) ORDER BY e.import
        """, arguments: filter.arguments
    ) { try ($0["import"], ExternalRun($0)) }
  }
}
