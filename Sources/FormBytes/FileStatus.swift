package import Foundation

/// The status of a file (stat(2)).
package struct FileStatus: Sendable {
  package let values: stat

  /// Returns nil, and sets `errno`, if the status cannot be read.
  package init?(path: String, followsLinks: Bool) {
    var values = stat()
    // Safe because the structure outlives the call. The same holds below.
    let result = followsLinks ? unsafe stat(path, &values) : unsafe lstat(path, &values)
    guard result == 0 else { return nil }
    self.values = values
  }

  /// Returns nil, and sets `errno`, if the status cannot be read.
  package init?(descriptor: CInt) {
    var values = stat()
    guard unsafe fstat(descriptor, &values) == 0 else { return nil }
    self.values = values
  }

  /// The type of the file, such as `S_IFREG`.
  package var kind: mode_t { values.st_mode & S_IFMT }
  /// Whether it is a regular file.
  package var isRegular: Bool { kind == S_IFREG }
  /// The size in bytes.
  package var size: Int { Int(values.st_size) }

  /// Whether both are names of one file.
  package func isSameFile(as other: FileStatus) -> Bool {
    values.st_ino == other.values.st_ino && values.st_dev == other.values.st_dev
  }
}

extension String {
  /// The absolute path with symbolic links resolved. Nil, with `errno` set, if there is no such
  /// file.
  package var resolvedPath: String? {
    // Safe because realpath returns allocated memory, which is copied and freed.
    unsafe realpath(self, nil).map { text in
      defer { unsafe free(text) }
      return unsafe String(cString: text)
    }
  }
}
