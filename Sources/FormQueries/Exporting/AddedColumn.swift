/// A column that an export adds, in the order of the export. The raw value is its header.
package enum AddedColumn: String, CaseIterable {
  case submission = "_submission"
  case line = "_line"
  /// The marker of the encoding and the digest of the record (`SubmissionChecksum`).
  case check = "_check"
  case errors = "_errors"
  case warnings = "_warnings"
  /// The cells of a malformed record beyond the columns of its import.
  case rest = "_rest"
  /// The text of a malformed record.
  case raw = "_raw"

  /// Whether exports add a column with this header.
  package static func has(_ header: String) -> Bool { Self(rawValue: header) != nil }

  /// Whether columns are those of an export: one identifies submissions, or two others are added.
  package static func identifyExport(_ headers: some Sequence<String>) -> Bool {
    let added = headers.compactMap(Self.init)
    return added.contains(.submission) || added.count > 1
  }

  /// Returns the header in an export of a column that was imported. A leading apostrophe
  /// distinguishes it from a column that the export adds.
  package static func escaped(_ header: String) -> String {
    hasEscaped(header) ? "'\(header)" : header
  }

  /// Returns the header of the column that was imported.
  package static func unescaped(_ header: String) -> String {
    header.first == "'" && hasEscaped(header) ? String(header.dropFirst()) : header
  }

  /// Whether this is the header of an added column after any number of apostrophes. Escaping
  /// therefore adds one apostrophe to every such header.
  private static func hasEscaped(_ header: String) -> Bool {
    has(String(header.drop { $0 == "'" }))
  }
}
