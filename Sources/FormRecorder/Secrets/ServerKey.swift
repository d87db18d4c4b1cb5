import FormBytes
import FormHashing
import FormStore

/// The secret key with which a server authenticates what its pages send back. It is kept in a file
/// next to the database, so that pages stay valid when the server restarts.
package struct ServerKey: Sendable {
  package let bytes: [UInt8]
  /// Why the key is not stored, so that another server has another one; nil if it is stored.
  package private(set) var error: RecorderError?

  private static let byteCount = 32

  /// A random key that is not stored.
  package init() { bytes = .random(count: Self.byteCount) }

  /// The key in the file `DATABASE-key`, which only its owner can read. Creates the file if there
  /// is none. If it cannot be read or created, the key is random and has an `error`, and pages are
  /// valid until the server restarts.
  ///
  /// - Parameter database: The path of the database.
  package init(database: String) {
    let path = database + "-key"
    self = Self(file: path) ?? Self().stored(as: path)
  }

  private init?(file: String) {
    // Nil also if there is no such file, or if it cannot be read: then it cannot be stored either.
    guard let found = FileBytes.read(file, atMost: Self.byteCount + 1),
      found.count == Self.byteCount
    else { return nil }
    bytes = found
  }

  /// The key after it was written to a file, or the key that another process wrote first.
  private func stored(as path: String) -> ServerKey {
    do {
      let content = IncomingFile(try TemporaryFile(beside: path))
      try content.append(bytes)
      try content.file.synchronize()
      try content.file.publish(as: path, replacing: false)
      return self
    } catch {
      if let other = Self(file: path) { return other }
      var key = self
      key.error = RecorderError(error, file: path)
      return key
    }
  }
}
