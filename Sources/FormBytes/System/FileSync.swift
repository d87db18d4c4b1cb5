import Foundation

/// Writes the content of a file or folder to the disk.
///
/// - Returns: 0, or the `errno` of the failure.
package func syncToDisk(_ descriptor: CInt) -> CInt {
  #if canImport(Darwin)
  // fsync(2) alone does not empty the cache of the disk there. Not every file system supports this.
  if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
  #endif
  return fsync(descriptor) == 0 ? 0 : errno
}
