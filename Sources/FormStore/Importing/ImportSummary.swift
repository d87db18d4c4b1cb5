import FormRules
import GRDB

/// A summary of an import, with the properties of its run.
@dynamicMemberLookup
public struct ImportSummary: Sendable, Encodable {
  /// Its run, with the operator who started the import, and the reason.
  package var runSummary: RunSummary
  /// The import's number.
  public var importID: Int64
  /// The kind of the import.
  public var kind: ImportKind
  /// The state of the import.
  public var state: ImportState
  /// The name of the imported file.
  public var fileName: String?
  /// The sender.
  public var source: String?
  /// The batch label.
  public var batchLabel: String?
  package var sha256: String?
  /// The clock of its run.
  package var now: String
  package var parameters: String
  package var scenario: String?
  package var limits: [String]
  /// For an import of an external run, the counts of the whole file.
  package var externalRun: ExternalRun?
  /// While it is unfinished, the process that last committed to it.
  package var process: Int?
  /// The key of the import in `WriterLock` while it is running.
  var lockKey: String

  init(row: StatementRow) throws {
    runSummary = try RunSummary(row: row)
    importID = try row["import"]
    kind = try row.value("kind")
    state = ImportState(rawValue: try row["state"]) ?? .unfinished
    fileName = try row["file_name"]
    source = try row["source"]
    batchLabel = try row["batch"]
    sha256 = try row["sha256"]
    now = try row["now"] ?? ""
    parameters = try row["parameters"] ?? "{}"
    scenario = try row["scenario"]
    guard let limits = JSONReader.decode([String].self, from: try row["limits"] ?? "[]") else {
      throw StoreError.altered("the exceeded limits of a run")
    }
    self.limits = limits
    process = try row["process"]
    let fingerprint: FileFingerprint? = try (row["size"] as Int?).map {
      try FileFingerprint(
        form: row["form"], size: $0, beginning: row["beginning"], number: row["number"])
    }
    lockKey = fingerprint?.key ?? FileFingerprint.key(ofStream: importID)
  }

  /// A property of its run.
  public subscript<Value>(dynamicMember property: KeyPath<RunSummary, Value>) -> Value {
    runSummary[keyPath: property]
  }

  /// Encodes the members with stable keys.
  public func encode(to encoder: any Encoder) throws {
    try runSummary.encodeMembers(kind.rawValue, state, to: encoder)
    try encoder.encodeMembers([
      "file": fileName, "source": source, "batch": batchLabel, "limits": limits,
      "sha256": sha256, "head": runSummary.head,
    ])
    if let externalRun { try encoder.encodeMembers(["externalRun": externalRun]) }
  }
}
