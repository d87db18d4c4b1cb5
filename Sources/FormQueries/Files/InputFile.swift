package import FormStore
import Foundation

/// The identity and state of a regular file before its first byte is read. They identify the file
/// later and reveal changes during the import.
package struct InputFile {
  package let path: String
  /// The absolute path with symbolic links resolved, which does not depend on the working
  /// directory; or the name of what the file is a copy of.
  package let canonicalPath: String
  private let state: State

  private struct State: Equatable {
    var size: Int
    var device: dev_t
    var number: ino_t
    var changed: Int
    var changedNanoseconds: Int
  }

  /// Returns nil if the path does not name a regular file.
  ///
  /// - Parameter identity: The name of what the file is a copy of, if it is one.
  package init?(_ path: String, identity: String? = nil) {
    guard path != "-", let state = Self.state(path) else { return nil }
    self.path = path
    self.state = state
    // Safe because realpath returns allocated memory, which is copied and freed.
    canonicalPath =
      unsafe identity ?? realpath(path, nil).map { text in
        defer { unsafe free(text) }
        return unsafe String(cString: text)
      } ?? path
  }

  private static func state(_ path: String) -> State? {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return State(
      size: Int(status.st_size), device: status.st_dev, number: status.st_ino,
      changed: status.st_ctim.tv_sec, changedNanoseconds: status.st_ctim.tv_nsec)
  }

  /// Whether the path names a pipe, a device or a socket, which can be read only once.
  package static func isStream(_ path: String) -> Bool {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// The size in bytes.
  package var size: Int { state.size }

  /// The fraction of the file that has been read.
  package func fraction(read digest: StreamDigest) -> Double {
    Double(digest.size) / Double(max(1, size))
  }

  /// Describes how the file has changed since it was opened, or returns nil if it has not.
  ///
  /// - Parameter read: The number of bytes read from it.
  package func change(afterReading read: Int) -> String? {
    guard let now = Self.state(path) else { return "it no longer exists" }
    if now.number != state.number || now.device != state.device { return "it was replaced" }
    if now.size != state.size { return "it had \(state.size) bytes and now has \(now.size)" }
    if now != state { return "it was written to" }
    return read == state.size ? nil : "it had \(state.size) bytes, of which \(read) could be read"
  }

  /// Whether the file is one of the files of a database. Such a file must not be read: closing it
  /// would release the locks that this process holds on it.
  package func belongs(toDatabase path: String) -> Bool {
    ([""] + Store.companionSuffixes).contains { suffix in
      guard let other = Self.state(path + suffix) else { return false }
      return other.number == state.number && other.device == state.device
    }
  }

  /// The fingerprint of the file among the imports of a form, as the first of those with the same
  /// content prefix.
  package func fingerprint(form: String) throws(RecorderError) -> FileFingerprint {
    try mappingErrors {
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw RecorderError(.unreadable, "\(path): cannot be read")
      }
      defer { try? handle.close() }
      let beginning = try handle.read(upToCount: 1 << 20) ?? Data()
      return FileFingerprint(
        form: form, size: size, beginning: Digest.of(Array(beginning)).hexadecimal, number: 0)
    }
  }
}
