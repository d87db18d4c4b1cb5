import FormBytes

/// Physical lines: LF, CRLF and a lone CR end one each.
extension Span<UInt8> {
  /// Where the line end at `position` ends; nil when that is not known before more is read.
  /// The end of the file ends a line, too.
  @inline(__always)
  func endOfLineEnd(at position: Int, isAtEnd: Bool) -> Int? {
    if position == count { return isAtEnd ? position : nil }
    if self[position] == .lineFeed { return position &+ 1 }
    if position &+ 1 == count { return isAtEnd ? count : nil }
    return self[position &+ 1] == .lineFeed ? position &+ 2 : position &+ 1
  }

  /// The position of the first line end in `range`, or the range's end.
  func firstLineEnd(in range: Range<Int>) -> Int {
    var position = range.lowerBound
    while position &+ 16 <= range.upperBound {
      let bytes = vector(at: position)
      let ends = SIMD2(bytes.equals(.lineFeed) .| bytes.equals(.carriageReturn))
      if ends.x | ends.y != 0 { break }
      position &+= 16
    }
    while position < range.upperBound, !self[position].isLineEnd { position &+= 1 }
    return position
  }

  /// How many lines end in `range`; a CRLF counts where its LF stands.
  func lineEnds(in range: Range<Int>) -> Int {
    var lines = 0
    var position = firstLineEnd(in: range)
    while position < range.upperBound {
      let next = position &+ 1
      if self[position] == .lineFeed || next == count || self[next] != .lineFeed { lines &+= 1 }
      position = firstLineEnd(in: next..<range.upperBound)
    }
    return lines
  }

  /// Whether the first bytes are those of `prefix`.
  func starts(with prefix: String) -> Bool {
    var position = 0
    for byte in prefix.utf8 {
      guard position < count, self[position] == byte else { return false }
      position += 1
    }
    return true
  }
}
