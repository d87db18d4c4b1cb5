#if Server
import FormRecorder
import FormRules
import Foundation
import Hummingbird
import NIOCore
import NIOFileSystem

/// A file that a client uploads, stored in a folder next to the database until it is imported.
///
/// The upload is not buffered in memory. It keeps the client's name for the file, which is
/// recorded.
struct Upload: Sendable {
  /// The path of the file.
  let path: String
  private let folder: String

  /// Receives the body of a request.
  ///
  /// - Parameters:
  ///   - name: The client's name of the file. Only its last component is used.
  ///   - database: The path of the database.
  /// - Throws: A problem with status 413 if the body exceeds its limit, and 507 if it cannot be
  ///   stored.
  init(_ body: ReceivedBody, name: String, beside database: String) async throws {
    folder = "\(Self.folder(database))/\(UUID().uuidString)"
    path = "\(folder)/\(Self.safeName(name))"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try await Self.write(body, to: path)
    } catch {
      remove()
      if error is FileSystemError || error is CocoaError {
        throw Problem(
          .init(code: 507), "the file cannot be stored; contact the operator of the server")
      }
      throw error
    }
  }

  /// Replaces the path of the file with the client's name in a response.
  func namedByClient(_ json: JSON) -> JSON {
    switch json {
    case .string(let text): .string(text.replacing("\(folder)/", with: ""))
    case .array(let items): .array(items.map(namedByClient))
    case .object(let members):
      .object(members.map { JSON.Member($0.key, namedByClient($0.value)) })
    default: json
    }
  }

  /// Replaces the path of the file with the client's name in a problem.
  func namedByClient(_ problem: Problem) -> Problem {
    var renamed = Problem(
      problem.status, problem.detail.replacing("\(folder)/", with: ""), problem.members)
    (renamed.headers, renamed.cause) = (problem.headers, problem.cause)
    return renamed
  }

  /// Deletes the file.
  // `removeLeftovers` tries again.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// Deletes the files that interrupted requests left.
  ///
  /// - Parameters:
  ///   - age: The minimum age of the files, in seconds.
  ///   - now: The seconds since 1970.
  static func removeLeftovers(beside database: String, olderThan age: Int, at now: Int64) {
    let folder = Self.folder(database)
    // No folder exists before the first upload. Uploads fail if it cannot be read.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names {
      let path = "\(folder)/\(name)"
      // Another request may delete the file meanwhile.
      let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
      if let date = date as? Date, date < Date(timeIntervalSince1970: Double(now) - Double(age)) {
        // The next upload tries again.
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  private static func folder(_ database: String) -> String { "\(database)-uploads" }

  private static func write(_ body: ReceivedBody, to path: String) async throws {
    try await FileSystem.shared.withFileHandle(
      forWritingAt: FilePath(path), options: .newFile(replaceExisting: false)
    ) { file in
      var offset: Int64 = 0
      for try await bytes in body {
        offset += try await file.write(contentsOf: bytes, toAbsoluteOffset: offset)
      }
    }
  }

  /// The last component of a name without control characters, or `upload`.
  private static func safeName(_ name: String) -> String {
    let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let safe = last.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }
    let text = String(String.UnicodeScalarView(safe.prefix(100)))
    return text.isEmpty || text == "." || text == ".." ? "upload" : text
  }
}
#endif
