package import Foundation

/// Locks that belong to an open file, not to the process ("open file description locks" of Linux
/// and macOS).
///
/// The kernel releases them when the file is closed, even if the process is killed. They conflict
/// with SQLite's locks on the same bytes, even within one process.
package enum OpenFileLock {
  #if canImport(Darwin)
  private static let (getCommand, setCommand) = (F_OFD_GETLK, F_OFD_SETLK)
  #else
  /// F_OFD_GETLK and F_OFD_SETLK, which the Glibc module does not export.
  private static let (getCommand, setCommand): (Int32, Int32) = (36, 37)
  #endif

  /// The kind of lock to set.
  package enum Kind: Sendable { case shared, exclusive, none }

  /// Acquires or releases a lock without waiting.
  ///
  /// - Returns: 0, or the error number. EAGAIN or EACCES means that another open file holds the
  ///   lock.
  package static func set(
    _ kind: Kind, on descriptor: Int32, at offset: off_t, count: off_t = 1
  ) -> Int32 {
    var lock = lock(kind, at: offset, count: count)
    // Safe because the structure outlives the call.
    return unsafe fcntl(descriptor, setCommand, &lock) == 0 ? 0 : errno
  }

  /// Returns whether another open file holds a lock, or nil if this cannot be determined.
  package static func isHeld(_ descriptor: Int32, at offset: off_t) -> Bool? {
    var lock = lock(.exclusive, at: offset, count: 1)
    // Safe because the structure outlives the call.
    guard unsafe fcntl(descriptor, getCommand, &lock) == 0 else { return nil }
    return lock.l_type != Int16(F_UNLCK)
  }

  private static func lock(_ kind: Kind, at offset: off_t, count: off_t) -> flock {
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
