import FormStore
import Foundation

/// A regular file that is imported, as it was before the first byte was read: to know it again, and
/// to notice when it changes meanwhile.
struct InputFile {
  let path: String
  /// The path from the root, links followed: what `path` means whatever the working directory.
  let canonicalPath: String
  private let state: State

  private struct State: Equatable {
    var size: Int
    var device: dev_t
    var number: ino_t
    var changed: Int
    var changedNanoseconds: Int
  }

  /// Nil when the path names no regular file: a pipe, or nothing.
  init?(_ path: String) {
    guard path != "-", let state = Self.state(path) else { return nil }
    self.path = path
    self.state = state
    // Safe because realpath answers memory of its own, which is copied and freed.
    canonicalPath =
      unsafe realpath(path, nil).map { text in
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

  /// Whether something is there that can be read once only: a pipe, a device, a socket.
  static func isStream(_ path: String) -> Bool {
    var status = stat()
    // Safe because the structure outlives the call.
    guard unsafe stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Its bytes.
  var size: Int { state.size }

  /// Which part of it has been read.
  func share(read digest: StreamDigest) -> Double { Double(digest.size) / Double(max(1, size)) }

  /// What has changed of the file since, in words; nil when nothing.
  ///
  /// - Parameter read: how many bytes were read of it.
  func change(afterReading read: Int) -> String? {
    guard let now = Self.state(path) else { return "it is no longer there" }
    if now.number != state.number || now.device != state.device { return "it was replaced" }
    if now.size != state.size { return "it had \(state.size) bytes and has \(now.size) now" }
    if now != state { return "it was written to" }
    return read == state.size ? nil : "it had \(state.size) bytes, and \(read) could be read"
  }

  /// Whether it is one of the files of a database. To read it would be of no use, and to close it
  /// takes away the locks that this process has on it.
  func belongs(toDatabase path: String) -> Bool {
    ["", "-wal", "-shm", ".lock"].contains { suffix in
      guard let other = Self.state(path + suffix) else { return false }
      return other.number == state.number && other.device == state.device
    }
  }

  /// Where the file belongs among the imports of a form, as the first of those that look alike.
  func place(form: String) throws(RecorderError) -> ImportPlace {
    try explaining {
      guard let handle = FileHandle(forReadingAtPath: path) else {
        throw RecorderError(.failed, reason: .unreadable, "\(path): cannot be read")
      }
      defer { try? handle.close() }
      let beginning = try handle.read(upToCount: 1 << 20) ?? Data()
      return ImportPlace(
        form: form, size: size, beginning: Digest.of(Array(beginning)).hexadecimal,
        number: 0)
    }
  }
}
