import FormBytes
import FormInput
import FormStore
import Foundation

extension OutputFile {
  /// Checks a path before the inputs are read, because the output would replace an input.
  ///
  /// - Parameters:
  ///   - path: The path of the output, or nil if there is none.
  ///   - inputs: The files that are read; `-` is standard input.
  /// - Throws: `RecorderError` if the path names one of the inputs.
  package static func check(_ path: String?, isNoneOf inputs: [String]) throws(RecorderError) {
    guard let path, path != "-", let output = FileStatus(path: path, followsLinks: true) else {
      return
    }
    for input in inputs {
      let status =
        input == "-" ? FileStatus(descriptor: 0) : FileStatus(path: input, followsLinks: true)
      if status?.isSameFile(as: output) == true {
        throw RecorderError(.refused, "\(path): is one of the files to read; use another name")
      }
    }
  }

  /// - Throws: `RecorderError` if the path must not be written.
  static func check(_ path: String, replacing: Bool, _ store: Store?) throws {
    if try belongsToDatabase(path, store) {
      throw RecorderError(.refused, "\(path): belongs to the database; use another name")
    }
    guard let status = FileStatus(path: path, followsLinks: false) else {
      if errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") { return }
      let reason = path.isEmpty ? "the name is empty" : String(errno: errno)
      throw RecorderError(.refused, "\(path): cannot be created: \(reason)")
    }
    guard status.isRegular else {
      throw RecorderError(.refused, "\(path): is not a regular file")
    }
    guard replacing else {
      throw RecorderError(.refused, "\(path): already exists", .replaceFile)
    }
    // Before the file is read: closing it would release locks that this process holds on it.
    if store != nil { _ = try ReplacedDatabase(path) }
    let start = try mappingErrors(file: path) {
      try beginning(of: path, byteCount: Receipt.maximumLineBytes)
    }
    if Receipt.begins(start) {
      throw RecorderError(.refused, "\(path): contains receipts; use another name")
    }
    guard let store else { return }
    if try store.hasFinishedImport(ofSize: status.size),
      try store.hasFinishedImport(
        sha256: try mappingErrors(file: path) { try FileDigest.sha256(of: path) })
    {
      throw RecorderError(.refused, "\(path): is an imported file; use another name")
    }
  }

  /// Whether a path is that of a database, or reserved for a file or folder next to it.
  ///
  /// - Parameter store: The store, or nil if none is known: then any database counts.
  private static func belongsToDatabase(_ path: String, _ store: Store?) throws -> Bool {
    guard let store else {
      return try Store.databases(reserving: path).contains(where: isDatabase)
    }
    return Store.isReserved(path, forDatabase: store.path)
      || InputFile(path)?.belongs(toDatabase: store.path) == true
  }

  /// - Throws: `RecorderError` if there is such a file, but it cannot be read.
  private static func isDatabase(_ path: String) throws -> Bool {
    guard FileStatus(path: path, followsLinks: true)?.isRegular == true else { return false }
    let header = Array("SQLite format 3\0".utf8)
    return try mappingErrors(file: path) { try beginning(of: path, byteCount: header.count) }
      == header
  }

  private static func beginning(
    of path: String, byteCount: Int
  ) throws(ReaderError) -> [UInt8] {
    var source = try FileByteSource(regularFile: path)
    var bytes: [UInt8] = []
    // A regular file returns fewer bytes only at its end.
    _ = try source.read(appendingTo: &bytes, atMost: byteCount)
    return bytes
  }
}
