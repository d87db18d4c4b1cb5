/// Counts physical lines: LF, CRLF and a lone CR end one each.
struct PhysicalLines: Sendable {
  /// The line of the next byte, from 1.
  var line = 1
  /// Whether the next bytes belong to a line whose record has been given out already.
  private(set) var isSkipping = false

  /// Passes over the rest of a line. While its end has not been seen, `isSkipping` is set.
  ///
  /// - Returns: where the next line begins, or what is to be shown again with more after it.
  mutating func skip(_ input: Span<UInt8>, from start: Int, isAtEnd: Bool) -> Int {
    let end = input.firstLineEnd(in: start..<input.count)
    let next = input.endOfLineEnd(at: end, isAtEnd: isAtEnd)
    isSkipping = next == nil
    if next != nil { line += 1 }
    return next ?? end
  }
}
