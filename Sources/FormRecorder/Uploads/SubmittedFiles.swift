import FormBytes
import FormHashing
package import FormRules
import FormStore
import Foundation

/// The files uploaded with submissions, in a folder next to the database.
///
/// A file's name is the SHA-256 digest of its content, which is also the text of the field: a
/// replay with this folder judges the same bytes.
package final class SubmittedFiles: FileAccess {
  /// The path of the folder. Storing the first file creates it.
  package let path: String

  package init(database: String) { path = database + "-files" }

  /// Stores a file, unless it is already stored. When this returns, the file is on disk.
  ///
  /// - Returns: Its name.
  package func store(_ bytes: [UInt8]) throws(RecorderError) -> String {
    let upload = try receive()
    try upload.append(bytes)
    return try store(upload)
  }

  /// Begins to receive a file.
  package func receive() throws(RecorderError) -> IncomingFile { try IncomingFile(in: path) }

  /// Deletes the files that ended processes received and did not store. Lists all stored files.
  ///
  /// - Returns: The temporary files that remain.
  @discardableResult
  package func deleteTemporaryFiles() -> [String] { TemporaryFile.deleteLeftovers(in: path) }

  /// Stores a file that was received, unless it is stored already. When this returns, it is on
  /// disk.
  ///
  /// - Returns: Its name.
  package func store(_ upload: IncomingFile) throws(RecorderError) -> String {
    let name = upload.digest.bytes.hexadecimal
    let file = "\(path)/\(name)"
    // Resets the time after which `removeUnused` removes the file. Fails if there is no such file;
    // a file that it cannot change is replaced.
    if (try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: file))
      != nil
    {
      return name
    }
    try mappingErrors(file: file) {
      try upload.file.synchronize()
      try upload.file.publish(as: file, replacing: true)
    }
    return name
  }

  /// Checks that files are stored, and marks them as submitted: a purge then deletes them as soon
  /// as no submission refers to them, however new they are, also if another form that is not sent
  /// yet has the same file.
  ///
  /// They remain while the writer lock is held, under which a purge deletes files.
  ///
  /// - Throws: `RecorderError` with the reason `fileRemoved` if one of them is not stored, or
  ///   `storage` if that cannot be determined.
  func require(_ names: Set<String>) throws(RecorderError) {
    for name in names {
      let file = "\(path)/\(name)"
      if FileStatus(path: file, followsLinks: true) != nil {
        try resetTime(of: file)
        continue
      }
      let number = errno
      guard number == ENOENT else {
        throw RecorderError(.storage, "\(file): \(String(errno: number))")
      }
      throw RecorderError(
        .fileRemoved, "an uploaded file was deleted in the meantime: send it again", stored: 0)
    }
  }

  /// Sets the time of a file that a record names, so that a purge deletes it however new it is.
  private func resetTime(of file: String) throws(RecorderError) {
    do {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: file)
    } catch let error as CocoaError where error.code == .fileWriteNoPermission {
      // A file of another user. A purge deletes it, too, unless it is interrupted.
    } catch {
      throw RecorderError(.storage, "\(file): \(error.localizedDescription)")
    }
  }

  /// Whether a text has the form of a stored file's name.
  package static func isName(_ text: String) -> Bool {
    text.utf8.count == 2 * Digest.count
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  package func open(_ path: String) throws(FileRefusal) -> any FileContent {
    guard Self.isName(path) else { throw .outside }
    guard FileManager.default.fileExists(atPath: self.path) else { throw .notFound }
    // Opened for each file, because another folder may take its place while a server runs.
    let folder: FileFolder
    do {
      folder = try FileFolder(self.path)
    } catch {
      throw .unreadable
    }
    return try folder.open(path)
  }
}
