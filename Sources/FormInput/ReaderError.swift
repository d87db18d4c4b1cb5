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
    /// The file is not text: an archive, a workbook or an image.
    case content
    /// There is no usable header line.
    case header
    /// A JSON array cannot be read beyond this position.
    case syntax
    /// An option is out of range.
    case options
  }

  /// A change to the reader's options that may make the file readable.
  package enum Remedy: Sendable, Equatable {
    /// Choosing an entry of a zip file, a sheet of a workbook, or the row of the header.
    case chooseEntry, chooseSheet, chooseHeader
    /// Leaving out an option that does not apply to the file.
    case omitEntry, omitSheet
    /// Declaring that the file has no header.
    case declareNoHeader
    /// Choosing another delimiter.
    case chooseDelimiter
    /// Choosing this encoding.
    case chooseEncoding(TextEncoding)
    /// Choosing UTF-8, so that only records with other bytes are malformed.
    case acceptMalformedRecords
  }

  /// The kind of error.
  package var kind: Kind
  /// The physical line, from 1, if known.
  package var line: Int?
  /// The offset, from 0, in the decoded stream or, before decoding, in the file, if known.
  package var byteOffset: Int?
  /// The error and its position: one line, without the name of the file and without cell values.
  package var message: String
  /// The options that may help.
  package var remedies: [Remedy]

  package init(
    _ kind: Kind, line: Int? = nil, byteOffset: Int? = nil, _ message: String, _ remedies: Remedy...
  ) {
    self.remedies = remedies
    self.kind = kind
    self.line = line
    self.byteOffset = byteOffset
    self.message = message
  }

  package var description: String { message }
}
