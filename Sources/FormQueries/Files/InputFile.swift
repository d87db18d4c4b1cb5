import FormBytes
import FormHashing
package import FormStore
import Foundation

/// The identity and state of a regular file before its first byte is read. They identify the file
/// later and reveal changes during the import.
package struct InputFile {
  package let path: String
  /// The absolute path with symbolic links resolved, or the name of the original if the file is a
  /// copy.
  package let canonicalPath: String
  private let state: FileStatus

  /// Returns nil if the path does not name a regular file.
  ///
  /// - Parameter identity: The name of the original, if the file is a copy.
  package init?(_ path: String, identity: String? = nil) {
    guard path != "-", let state = Self.state(path) else { return nil }
    self.path = path
    self.state = state
    canonicalPath = identity ?? path.resolvedPath ?? path
  }

  private static func state(_ path: String) -> FileStatus? {
    FileStatus(path: path, followsLinks: true).flatMap { $0.isRegular ? $0 : nil }
  }

  /// Whether the path names a pipe, a device or a socket, which can be read only once.
  package static func isStream(_ path: String) -> Bool {
    guard let status = FileStatus(path: path, followsLinks: true) else { return false }
    return !status.isRegular && status.kind != S_IFDIR
  }

  /// The size in bytes.
  package var size: Int { state.size }

  /// The fraction of the file that has been read.
  package func fraction(read digest: StreamDigest) -> Double {
    Double(digest.size) / Double(max(1, size))
  }

  /// Describes how the file has changed since it was opened, or returns nil if it has not.
  ///
  /// - Parameter read: The number of bytes read from it, or nil if it was not read to its end.
  package func change(afterReading read: Int?) -> String? {
    guard let now = Self.state(path) else { return "it no longer exists" }
    guard now.isSameFile(as: state) else { return "it was replaced" }
    if now.size != state.size { return "it had \(state.size) bytes and now has \(now.size)" }
    let (changed, before) = (now.attributes.st_ctim, state.attributes.st_ctim)
    if (changed.tv_sec, changed.tv_nsec) != (before.tv_sec, before.tv_nsec) {
      return "it was written to"
    }
    guard let read, read != state.size else { return nil }
    return "it had \(state.size) bytes, of which \(read) could be read"
  }

  /// Whether the file is one of the files of a database. Such a file must not be read: closing it
  /// would release the locks that this process holds on it.
  package func belongs(toDatabase path: String) -> Bool {
    ([""] + Store.companionSuffixes).contains { suffix in
      Self.state(path + suffix)?.isSameFile(as: state) == true
    }
  }

  /// The fingerprint of the file among the imports of a form, as the first of those with the same
  /// content prefix.
  ///
  /// - Throws: `RecorderError`, without the path, if the file cannot be read.
  package func fingerprint(form: String) throws(RecorderError) -> FileFingerprint {
    guard let beginning = FileBytes.read(path, atMost: 1 << 20) else {
      throw RecorderError(.unreadable, "cannot be read")
    }
    return FileFingerprint(
      form: form, size: size, beginning: Digest.of(beginning).hexadecimal, number: 0)
  }
}
