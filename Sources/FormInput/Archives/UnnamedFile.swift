import Foundation

/// Creates files without a name in the folder for temporary files.
///
/// Only their owner can access them, and the system removes them when the program ends, even after
/// a crash.
package enum UnnamedFile {
  /// The environment variable `TMPDIR`, or `/tmp`.
  package static var folder: String {
    // Safe because nothing in this program changes its environment.
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }

  /// Creates a file.
  ///
  /// - Returns: Its descriptor, for reading and writing, or a negative number if it cannot be
  ///   created. `errno` contains the reason.
  package static func open() -> CInt {
    // mkstemp(3) replaces each `X`.
    var path = Array("\(folder)/formrec-XXXXXX".utf8CString)
    // Safe because the path is a local array that ends in a zero.
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { return descriptor }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
