import FormStore
import Foundation

/// What a job on other machines says of its run: `manifest.json` in its folder.
struct ExternalRunManifest: Decodable {
  static let fileName = "manifest.json"
  /// The form of the manifest that this program reads.
  static let version = 1
  private static let maximumBytes = 256 << 20

  /// A file that was judged.
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
    /// The limits that were passed, in words.
    var limits: [String]
    var parts: [Part]
  }

  /// A part of it, whose rejected records stand in a file of the folder.
  struct Part: Codable {
    var name: String
    var sha256: String
    var firstRecord: Int
    var records: Int
    var rejected: Int
  }

  var version: Int
  /// The version of formrec that judged.
  var program: String
  var form: String
  var formDigest: String
  var rules: String
  var rulesDigest: String
  /// The definitions, as a file.
  var definitions: String
  var now: String
  var parameters: [String: String]
  var scenario: String?
  var source: String?
  var unique: String?
  var startedAt: String
  var finishedAt: String
  /// How the files were read, as far as the job said it.
  var reading: Reading?
  var files: [File]

  /// What the job said of how its files are read.
  struct Reading: Decodable {
    var delimiter, encoding, format: String?
    var header, maximumRecordBytes: Int?
    /// Columns with the fields that they fill.
    var map: [String: String]?
  }

  /// - Throws: when it is not there, or not whole.
  init(folder: String) throws(RecorderError) {
    let path = folder + "/" + Self.fileName
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw RecorderError(
        .failed, "\(path): cannot be read; a job writes it last, when all else is there")
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: Self.maximumBytes + 1) ?? Data()
      guard data.count <= Self.maximumBytes else {
        throw RecorderError(.failed, "\(path): is larger than a manifest may be (256 MiB)")
      }
      self = try JSONDecoder().decode(ExternalRunManifest.self, from: data)
    } catch let error as RecorderError {
      throw error
    } catch {
      throw RecorderError(.failed, "\(path): is no manifest of a job")
    }
    guard version == Self.version else {
      throw RecorderError(.failed, "\(path): has version \(version); this formrec reads 1")
    }
  }
}

extension ExternalRunManifest.File {
  /// What the job counted in the whole.
  var counts: RunCounts {
    RunCounts(
      records: records, accepted: accepted, rejected: rejected, warned: warned, errors: errors)
  }

  /// What tells the import of its rejected records from others: SHA-256 over its digest and theirs.
  var digest: String {
    let lines = ["formrec.judged.1", sha256] + parts.map(\.sha256)
    return Digest.of(Array(lines.joined(separator: "\n").utf8)).hexadecimal
  }

  /// What stands in the store of the whole.
  func whole(_ manifest: ExternalRunManifest) throws -> ExternalRun {
    struct Kept: Encodable {
      var program, startedAt, finishedAt: String
      var unique: String?
      var parts: [ExternalRunManifest.Part]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let kept = Kept(
      program: manifest.program, startedAt: manifest.startedAt, finishedAt: manifest.finishedAt,
      unique: manifest.unique, parts: parts)
    return ExternalRun(
      sha256: sha256, size: size, counts: counts,
      byRule: String(decoding: try encoder.encode(byRule), as: UTF8.self),
      manifest: String(decoding: try encoder.encode(kept), as: UTF8.self))
  }
}
