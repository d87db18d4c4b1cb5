/// The file and the physical line of a record. Statistics store it for each text, as one integer.
package struct RecordLocation: Sendable, Equatable {
  /// The position of the file, from 0.
  package var file: Int
  /// The physical line on which the record starts, from 1.
  package var line: Int

  private static let lineBits = 40

  package init(_ number: Int) {
    file = number >> Self.lineBits
    line = number & (1 << Self.lineBits - 1)
  }

  static func number(file: Int, line: Int) -> Int { file << lineBits | line }
}
