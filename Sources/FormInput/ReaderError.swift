package import FormBytes

/// The reason why a file cannot be read, or cannot be read further.
package struct ReaderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of error.
  package enum Kind: Sendable, Equatable {
    /// The system cannot open or read the file.
    case input
    /// The compressed data is truncated, damaged, or too large when decompressed.
    case compression
    /// The bytes are not text in the expected encoding.
    case encoding
    /// The text is not UTF-8, and its encoding is not recognized.
    case unknownEncoding
    /// The file is not text: an archive, a workbook or an image.
    case content
    /// No entry of the archive is chosen, or none has the chosen name.
    case entry
    /// No sheet of the workbook has the chosen name.
    case sheet
    /// The header is malformed.
    case header
    /// Two columns have the same name.
    case repeatedName
    /// The file has no line with column names.
    case missingHeader
    /// The sheet has no row with column names.
    case missingHeaderRow
    /// The first record has more columns than are allowed.
    case tooManyColumns
    /// A JSON array cannot be read beyond this position.
    case syntax
    /// An option is out of range.
    case options
    /// An entry is chosen, but the file is not an archive.
    case notAnArchive
    /// An entry is chosen, but the file is a workbook.
    case entryOfWorkbook
    /// A sheet is chosen, but the file is not a workbook.
    case notAWorkbook
  }

  /// The kind of error.
  package var kind: Kind
  /// The physical line, from 1, if known.
  package var line: Int?
  /// The offset, from 0, in the decoded stream or, before decoding, in the file, if known.
  package var byteOffset: Int?
  /// The error and its position: one line, without the name of the file and without cell values.
  package var message: String
  /// The probable encodings, if the encoding is not the expected one: the most probable one, and
  /// another one if it is about as probable.
  package var likelyEncodings: [TextEncoding]
  /// The most probable encoding, if it is not the expected one.
  package var likelyEncoding: TextEncoding? { likelyEncodings.first }
  /// A dialect in which the header could be read.
  package var suggestion: DialectSuggestion?

  package init(
    _ kind: Kind, line: Int? = nil, byteOffset: Int? = nil, _ message: String,
    likelyEncodings: [TextEncoding] = []
  ) {
    self.kind = kind
    self.line = line
    self.byteOffset = byteOffset
    self.message = message
    self.likelyEncodings = likelyEncodings
  }

  package var description: String { message }
}
