#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#else
  package import Darwin
#endif

/// Locks that belong to an open file, not to the process ("open file description locks" of Linux): the
/// kernel drops them when the file is closed, however the process ends. They exclude SQLite's locks of
/// the same bytes, also those of the same process.
package enum OpenFileLock {
  /// F_OFD_GETLK and F_OFD_SETLK, which Glibc's module leaves out.
  private static let getCommand: Int32 = 36
  private static let setCommand: Int32 = 37

  /// What is done with a lock.
  package enum Kind: Sendable { case shared, exclusive, none }

  /// Takes or drops a lock without waiting.
  ///
  /// - Returns: 0, or the error's number; EAGAIN or EACCES when somebody else holds it.
  package static func set(
    _ kind: Kind, on descriptor: Int32, at offset: off_t, count: off_t = 1
  ) -> Int32 {
    var lock = lock(kind, offset, count)
    // Safe because the structure outlives the call.
    return unsafe fcntl(descriptor, setCommand, &lock) == 0 ? 0 : errno
  }

  /// Whether somebody else holds a lock; nil when that cannot be found out.
  package static func isHeld(_ descriptor: Int32, at offset: off_t) -> Bool? {
    var lock = lock(.exclusive, offset, 1)
    // Safe because the structure outlives the call.
    guard unsafe fcntl(descriptor, getCommand, &lock) == 0 else { return nil }
    return lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ kind: Kind, _ offset: off_t, _ count: off_t) -> flock {
    var lock = flock()
    lock.l_type =
      switch kind {
      case .shared: Int16(F_RDLCK)
      case .exclusive: Int16(F_WRLCK)
      case .none: Int16(F_UNLCK)
      }
    lock.l_start = offset
    lock.l_len = count
    return lock
  }
}
