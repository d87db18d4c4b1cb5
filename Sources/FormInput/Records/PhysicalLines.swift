/// Counts physical lines. Each LF, CRLF and lone CR ends one.
struct PhysicalLines: Sendable {
  /// The number of the line of the next byte, from 1.
  var line = 1
  /// Whether the next bytes belong to a line whose record has already been returned.
  private(set) var isSkipping = false

  /// Skips the rest of a line.
  ///
  /// `isSkipping` is true until its end is found.
  ///
  /// - Returns: The start of the next line, or the position from which the input must be passed
  ///   again with more bytes.
  mutating func skip(_ input: Span<UInt8>, from start: Int, isAtEnd: Bool) -> Int {
    let end = input.firstLineEnd(in: start..<input.count)
    let next = input.endOfLineEnd(at: end, isAtEnd: isAtEnd)
    isSkipping = next == nil
    if next != nil { line += 1 }
    return next ?? end
  }
}
