import FormBytes
import FormHashing
package import FormStore
import Foundation

/// A file that arrives in pieces. It is deleted with this object unless it was stored
/// (`SubmittedFiles.store`).
///
/// Safe to send between threads because only one at a time uses it.
package final class IncomingFile: @unchecked Sendable {
  package let file: TemporaryFile
  /// The digest of the bytes so far.
  private(set) var digest = Digest()
  /// The number of bytes so far.
  package private(set) var byteCount = 0

  package init(_ file: TemporaryFile) { self.file = file }

  /// Creates an empty file.
  ///
  /// - Parameter folder: The path of its folder, which is created if it is missing.
  package convenience init(in folder: String) throws(RecorderError) {
    self.init(
      try mappingErrors(file: folder) {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try TemporaryFile(beside: "\(folder)/upload")
      })
  }

  /// Creates an empty file for an import, in a folder next to the database.
  package convenience init(forImportInto database: String) throws(RecorderError) {
    try self.init(in: IncomingFile.importFolder(database))
  }

  private static func importFolder(_ database: String) -> String { "\(database)-uploads" }

  /// Deletes the files that ended processes received for imports.
  ///
  /// - Returns: The files that remain, because a process uses them or because this process may not
  ///   delete them.
  @discardableResult
  package static func deleteLeftovers(ofImportsInto database: String) -> [String] {
    TemporaryFile.deleteLeftovers(in: importFolder(database))
  }

  package var path: String { file.path }

  /// Deletes the file before the object ends. Does nothing if there is no such file.
  ///
  /// - Throws: `RecorderError` if the file remains. The end of the object, or `deleteLeftovers`,
  ///   tries again, and a purge reports what remains.
  package func delete() throws(RecorderError) {
    // Safe because Swift passes a C string that is valid during the call.
    if unsafe unlink(path) == 0 { return }
    let number = errno
    guard number != ENOENT else { return }
    throw RecorderError(.storage, "\(path): cannot be deleted: \(String(errno: number))")
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(RecorderError) {
    let number = bytes.write(to: file.descriptor)
    guard number == 0 else {
      throw RecorderError(.storage, "\(file.path): cannot be written: \(String(errno: number))")
    }
    digest.update(bytes)
    byteCount += bytes.count
  }
}
