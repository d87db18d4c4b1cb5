/// The origin of the submissions of an import.
package struct ImportOrigin: Sendable, Equatable {
  package var importID: Int64
  /// For an import of corrections, the first one of the same file. Otherwise the import itself.
  package var firstPart: Int64
  package var form: String
  package var kind: ImportKind
  package var fileName: String?
  package var source: String?
  package var batchLabel: String?
  package var startedAt: String
  /// The delimiter between the file's cells.
  package var delimiter: String?
  /// The file's encoding, with the suffix `-sig` if it has a byte order mark.
  package var encoding: String?
}
