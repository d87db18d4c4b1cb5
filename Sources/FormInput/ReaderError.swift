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

  /// The kind of error.
  package var kind: Kind
  /// The physical line, from 1, if known.
  package var line: Int?
  /// The offset, from 0, in the decoded stream or, before decoding, in the file, if known.
  package var byteOffset: Int?
  /// The error, its position, and what to do: one line, without the name of the file and without
  /// cell values.
  package var message: String

  package init(_ kind: Kind, line: Int? = nil, byteOffset: Int? = nil, _ message: String) {
    self.kind = kind
    self.line = line
    self.byteOffset = byteOffset
    self.message = message
  }

  package var description: String { message }
}
