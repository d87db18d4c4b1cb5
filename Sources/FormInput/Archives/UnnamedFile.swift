import Glibc

/// A file without a name in the folder for temporary files, readable for its owner only, and gone when the
/// program ends, however it ends.
package enum UnnamedFile {
  /// `TMPDIR`, else `/tmp`.
  package static var folder: String {
    // safe because nothing in this program changes its environment.
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
  }

  /// Makes one.
  ///
  /// - Returns: its descriptor, for reading and writing; negative when `errno` says why there is none.
  package static func open() -> CInt {
    // The capitals are what mkstemp(3) puts letters of its own in place of.
    var path = Array("\(folder)/formrec-XXXXXX".utf8CString)
    // safe because the path is an array of its own that ends in a zero.
    let descriptor = unsafe mkstemp(&path)
    guard descriptor >= 0 else { return descriptor }
    unsafe unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
