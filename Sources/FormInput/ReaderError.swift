/// Why a file cannot be read, or not any further.
package struct ReaderError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of trouble it is.
  package enum Kind: Sendable, Equatable {
    /// The system would not open or read the file.
    case input
    /// The compressed data is cut, damaged, or unpacks to too much.
    case compression
    /// The bytes are not text in the encoding that was expected.
    case encoding
    /// The file is no text: an archive, a workbook, an image.
    case content
    /// There is no usable header line.
    case header
    /// A JSON array that cannot be read past this place.
    case syntax
    /// An option that is out of bounds.
    case options
  }

  /// What kind of trouble it is.
  package var kind: Kind
  /// The physical line, from 1, where that is known.
  package var line: Int?
  /// The offset in the decoded stream, from 0, where that is known; before decoding, in the file.
  package var byteOffset: Int?
  /// What is wrong, where, and what to do: one line, without the name of the file and without
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
