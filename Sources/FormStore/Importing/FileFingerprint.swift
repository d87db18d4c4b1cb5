/// Identifies a file of a form by its size and beginning, and by a number that distinguishes files
/// for which these are equal.
///
/// An import acquires the lock of its fingerprint before its first record, and holds it until it
/// ends.
package struct FileFingerprint: Sendable, Equatable {
  package var form: String
  /// The file's size in bytes.
  package var size: Int
  /// The SHA-256 digest of its first MiB, hexadecimal.
  package var beginning: String
  package var number: Int

  package init(form: String, size: Int, beginning: String, number: Int) {
    self.form = form
    self.size = size
    self.beginning = beginning
    self.number = number
  }

  /// The key of the fingerprint in `WriterLock`.
  package var key: String { "import/\(form)/\(size)/\(beginning)/\(number)" }

  /// The key for the import of a stream, which has no fingerprint.
  package static func key(ofStream importID: Int64) -> String { "import/\(importID)" }
}
