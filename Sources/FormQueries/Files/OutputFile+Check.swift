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
    guard let status = FileStatus(path: path, followsLinks: false) else {
      if errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") { return }
      let reason = path.isEmpty ? "the name is empty" : String(errno: errno)
      throw RecorderError(.refused, "\(path): cannot be created: \(reason)")
    }
    guard status.isRegular else {
      throw RecorderError(.refused, "\(path): is not a regular file")
    }
    for suffix in [""] + Store.companionSuffixes {
      if let store, let file = FileStatus(path: store.path + suffix, followsLinks: true),
        file.isSameFile(as: status)
      {
        throw RecorderError(.refused, "\(path): is the database; use another name")
      }
    }
    guard replacing else {
      throw RecorderError(.refused, "\(path): already exists", .replaceFile)
    }
    guard let store else { return try checkIsNoDatabase(path) }
    _ = try ReplacedDatabase(path)
    if try store.hasFinishedImport(ofSize: status.size),
      try store.hasFinishedImport(
        sha256: try mappingErrors(file: path) { try FileDigest.sha256(of: path) })
    {
      throw RecorderError(.refused, "\(path): is an imported file; use another name")
    }
  }

  /// Throws an error if the file is a database. Used if no store is known.
  private static func checkIsNoDatabase(_ path: String) throws {
    let header = Array("SQLite format 3\0".utf8)
    let start = try mappingErrors(file: path) {
      var source = try FileByteSource(regularFile: path)
      var bytes: [UInt8] = []
      // A regular file returns fewer bytes only at its end.
      _ = try source.read(appendingTo: &bytes, atMost: header.count)
      return bytes
    }
    if start == header {
      throw RecorderError(.refused, "\(path): is a database; use another name")
    }
  }
}
