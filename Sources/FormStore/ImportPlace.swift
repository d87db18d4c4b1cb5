/// Which file of a form it is: its size and beginning, and a number that tells files apart of which
/// these are equal. An import holds its place's lock from before its first record.
package struct ImportPlace: Sendable, Equatable {
  package var form: String
  /// The file's bytes.
  package var size: Int
  /// SHA-256 of its first MiB, hexadecimal.
  package var beginning: String
  package var number: Int

  package init(form: String, size: Int, beginning: String, number: Int) {
    self.form = form
    self.size = size
    self.beginning = beginning
    self.number = number
  }

  /// What stands for the place in `WriterLock`.
  package var key: String { "import/\(form)/\(size)/\(beginning)/\(number)" }

  /// What stands for the import of a stream, which has no place.
  package static func key(ofStream importID: Int64) -> String { "import/\(importID)" }
}
