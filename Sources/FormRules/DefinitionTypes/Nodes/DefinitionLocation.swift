/// A location in a definition file, or `none` for a definition that no file has.
public struct DefinitionLocation: Sendable, Hashable {
  /// The line, from 1; 0 without a file.
  public var line: Int
  /// The column in characters, from 1; 0 without a file.
  public var column: Int

  /// Creates a location in a file.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The location of definitions created in Swift.
  public static let none = DefinitionLocation(line: 0, column: 0)

  /// Whether the definition comes from a file rather than from Swift.
  package var isInFile: Bool { line > 0 }

  /// Advances past one byte of UTF-8 text. A line ends with LF, CR LF or CR.
  package mutating func advance(over byte: UInt8, before next: UInt8?) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
