import FormBytes
import FormHashing
import FormRules
import FormStore

/// The description of an external run: `manifest.json` in its folder.
struct ExternalRunManifest: Decodable {
  static let fileName = "manifest.json"
  /// The manifest version that this program reads.
  static let version = 1
  private static let maximumBytes = 256 << 20

  /// A judged file.
  struct File: Decodable {
    var name: String
    var size: Int
    var sha256: String
    var columns: [String]
    var records: Int
    var accepted: Int
    var rejected: Int
    var warned: Int
    var errors: Int
    var byRule: [String: Int]
    /// Descriptions of the exceeded limits.
    var limits: [String]
    var parts: [JudgedPart]
    /// The counts over all records, or nil if they reject no record.
    var ruleCounts: RuleCounts?
  }

  /// A `CountsFile` in the folder.
  struct RuleCounts: Decodable {
    var name: String
    var sha256: String
  }

  /// A part of the file, whose rejected records are in a file of the folder.
  ///
  /// Stores contain it with its members in this order.
  struct JudgedPart: Codable {
    var firstRecord: Int
    var name: String
    var records: Int
    var rejected: Int
    var sha256: String
  }

  var version: Int
  /// The version of formrec that judged.
  var program: String
  var form: String
  var formDigest: String
  var rules: String
  var rulesDigest: String
  /// The definitions as the text of a definition file.
  var definitions: String
  var now: String
  /// The time zone of `today()`, if it was not the zone of the form.
  var zone: String?
  var parameters: [String: String]
  var scenario: String?
  var source: String?
  /// The records that rules compared with each other: `file` or `all`, or nil if there are no such
  /// rules.
  var scope: String?
  /// The hash key of the counts, if rules counted records.
  var hashKey: String?
  var startedAt: String
  var finishedAt: String
  /// The options with which the files were read, as far as the external run specified them.
  var reading: Reading?
  var files: [File]

  /// The options with which an external run reads its files.
  struct Reading: Decodable {
    var delimiter, encoding, format: String?
    var header, maximumRecordBytes: Int?
    /// Column names with the fields that they map to.
    var map: [String: String]?
  }

  /// - Throws: `RecorderError` if the manifest is missing, incomplete, too large or of another
  ///   version.
  init(folder: String) throws(RecorderError) {
    let path = folder + "/" + Self.fileName
    guard let bytes = FileBytes.read(path, atMost: Self.maximumBytes + 1) else {
      throw RecorderError(
        .refused,
        "\(path): cannot be read; it is written last, so the external run may be unfinished")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw RecorderError(.refused, "\(path): exceeds the maximum size of a manifest (256 MiB)")
    }
    guard let manifest = JSONReader.decode(Self.self, from: String(decoding: bytes, as: UTF8.self))
    else {
      throw RecorderError(.refused, "\(path): is not the manifest of an external run")
    }
    self = manifest
    guard version == Self.version else {
      throw RecorderError(
        .refused, "\(path): has version \(version); this version of formrec reads version 1")
    }
  }
}

extension ExternalRunManifest {
  /// The time of the run, with its offset from UTC.
  func time() throws(RecorderError) -> RunClock {
    guard let time = RunClock(text: now) else {
      throw RecorderError(.refused, "the manifest's clock is not a valid time")
    }
    return time
  }

  func namedZone() throws(RecorderError) -> NamedZone? {
    guard let zone else { return nil }
    guard let found = NamedZone(zone) else {
      throw RecorderError(.refused, "the manifest's time zone is unknown")
    }
    return found
  }

  /// The clock of the run on records of a form.
  func clock(_ form: Form) throws(RecorderError) -> RunClock {
    let time = try time()
    return try RunClock(time.instant, in: try namedZone() ?? form.zone, offset: time.offset)
      .requireTimestamp()
  }
}

extension ExternalRunManifest.File {
  /// The external run's counts of the whole file.
  var counts: RunCounts {
    RunCounts(
      records: records, accepted: accepted, rejected: rejected, warned: warned, errors: errors)
  }

  /// Identifies the import of the rejected records: a SHA-256 digest of the digests of the file and
  /// its parts. Stores contain this digest, so its prefix never changes.
  var digest: String {
    let lines = ["formrec.judged.1", sha256] + parts.map(\.sha256)
    return Digest.hexadecimal(of: lines.joined(separator: "\n"))
  }

  /// The data about the whole file for the store.
  func whole(_ manifest: ExternalRunManifest) -> ExternalRun {
    let counted = byRule.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .integer($0.value)) }
    var kept = [
      JSON.Member("finishedAt", .string(manifest.finishedAt)),
      JSON.Member("parts", parts.json),
      JSON.Member("program", .string(manifest.program)),
    ]
    if let scope = manifest.scope { kept.append(JSON.Member("scope", .string(scope))) }
    kept.append(JSON.Member("startedAt", .string(manifest.startedAt)))
    return ExternalRun(
      sha256: sha256, size: size, counts: counts, byRule: JSON.object(counted).text,
      manifest: JSON.object(kept).text)
  }
}

extension ExternalRunManifest {
  /// The counts over all records with which a file was judged, or nil if no rule requires them.
  /// Their file is nil if the counts reject no record.
  ///
  /// - Throws: `RecorderError` if rules need counts that the external run did not record.
  func ruleCounts(
    of file: File, in folder: String, _ plan: Plan
  ) throws(RecorderError) -> (file: CountsFile?, hashKey: HashKey)? {
    if plan.countingRulePositions.isEmpty { return nil }
    guard let key = hashKey.flatMap(Hash128.init(hexadecimal:)) else {
      try plan.requireNoCounts(for: "the rejected records of an external run")
      return nil
    }
    let counts = try file.ruleCounts.map { counts throws(RecorderError) in
      guard !counts.name.hasPrefix("/"), !counts.name.contains("..") else {
        throw RecorderError(.refused, "\(counts.name): is outside of the folder")
      }
      return CountsFile(folder + "/" + counts.name, sha256: counts.sha256)
    }
    return (counts, HashKey(key))
  }
}
