import GRDB

/// An immutable version of a form or rule set.
package struct StoredVersion: Sendable, Equatable {
  package var id: Int64
  /// The id of the form or rule set.
  package var definition: Int64
  package var name: String
  package var number: Int
  /// The definition as canonical JSON.
  package var content: String
  /// The SHA-256 digest of the content, hexadecimal.
  package var digest: String
  package var createdAt: String
  /// The operator who stored it, and the reason.
  package var attribution = Attribution.none
  /// For a rule set, its form.
  package var form: String?
}

extension StoredVersion {
  init(row: Row) throws {
    (id, definition, name, number) = try (row[0], row[1], row[2], row[3])
    (content, digest, createdAt, form) = try (row[4], row[5], row[6], row[7])
    attribution = try Attribution(by: row[8], reason: row[9])
  }
}
