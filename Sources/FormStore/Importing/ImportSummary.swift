import FormRules
import Foundation
import GRDB

/// An import with its run.
package struct ImportSummary: Sendable {
  package var importID: Int64
  package var run: Int64
  package var form: String
  package var formVersion: Int
  package var rules: String
  package var rulesVersion: Int
  package var kind: ImportKind
  package var state: ImportState
  package var fileName: String?
  package var source: String?
  package var batch: String?
  /// The operator who started it, and the reason.
  package var attribution: Attribution
  package var startedAt: String
  /// Nil while it is unfinished.
  package var finishedAt: String?
  package var sha256: String?
  /// The clock of its run.
  package var now: String
  package var parameters: String
  package var scenario: String?
  package var counts: RunCounts
  package var limits: [String]
  package var head: String?
  /// For an import of an external run, the counts of the whole file.
  package var externalRun: ExternalRun?
  /// While it is unfinished, the process that last committed to it.
  package var process: Int?
  /// The key of the import in `WriterLock` while it is running.
  var lockKey: String

  init(row: Row) throws {
    importID = try row["import"]
    run = try row["run"]
    form = try row["form"]
    formVersion = try row["form_version"]
    rules = try row["rules"]
    rulesVersion = try row["rules_version"]
    kind = try row["kind"]
    state = ImportState(rawValue: try row["state"]) ?? .unfinished
    fileName = try row["file_name"]
    source = try row["source"]
    batch = try row["batch"]
    attribution = try Attribution(row)
    startedAt = try row["started_at"]
    finishedAt = try row["finished_at"]
    sha256 = try row["sha256"]
    now = try row["now"] ?? ""
    parameters = try row["parameters"] ?? "{}"
    scenario = try row["scenario"]
    counts = try RunCounts(row)
    limits =
      try (row["limits"] as String?).flatMap { JSONReader.decode([String].self, from: $0) } ?? []
    head = try (row["head"] as Data?)?.hexadecimal
    process = try row["process"]
    let fingerprint: FileFingerprint? = try (row["size"] as Int?).map {
      try FileFingerprint(
        form: row["form"], size: $0, beginning: row["beginning"] ?? "", number: row["number"])
    }
    lockKey = fingerprint?.key ?? FileFingerprint.key(ofStream: importID)
  }
}
