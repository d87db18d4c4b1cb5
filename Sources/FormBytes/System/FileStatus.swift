package import Foundation

/// The status of a file (stat(2)).
package struct FileStatus: Sendable {
  package let attributes: stat

  /// Returns nil, and sets `errno`, if the status cannot be read.
  package init?(path: String, followsLinks: Bool) {
    var attributes = stat()
    // Safe because the structure outlives the call. The same holds below.
    let result = followsLinks ? unsafe stat(path, &attributes) : unsafe lstat(path, &attributes)
    guard result == 0 else { return nil }
    self.attributes = attributes
  }

  /// Returns nil, and sets `errno`, if the status cannot be read.
  package init?(descriptor: CInt) {
    var attributes = stat()
    guard unsafe fstat(descriptor, &attributes) == 0 else { return nil }
    self.attributes = attributes
  }

  /// The type of the file, such as `S_IFREG`.
  package var kind: mode_t { attributes.st_mode & S_IFMT }
  /// Whether it is a regular file.
  package var isRegular: Bool { kind == S_IFREG }
  /// The size in bytes.
  package var size: Int { Int(attributes.st_size) }

  /// Whether both are names of one file.
  package func isSameFile(as other: FileStatus) -> Bool {
    attributes.st_ino == other.attributes.st_ino && attributes.st_dev == other.attributes.st_dev
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
