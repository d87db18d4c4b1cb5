import FormBytes

/// Physical lines. Each LF, CRLF and lone CR ends one.
extension Span<UInt8> {
  /// Returns the end of the line end at `position`, or nil if more input is required to determine
  /// it.
  ///
  /// The end of the file also ends a line.
  @inline(__always)
  func endOfLineEnd(at position: Int, isAtEnd: Bool) -> Int? {
    if position == count { return isAtEnd ? position : nil }
    if self[position] == .lineFeed { return position &+ 1 }
    if position &+ 1 == count { return isAtEnd ? count : nil }
    return self[position &+ 1] == .lineFeed ? position &+ 2 : position &+ 1
  }

  /// Returns the position of the first line end in `range`, or the end of the range.
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

  /// Returns how many lines end in `range`. A CRLF counts at the position of its LF.
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

  /// Returns whether the span begins with the bytes of `prefix`.
  func starts(with prefix: String) -> Bool {
    var position = 0
    for byte in prefix.utf8 {
      guard position < count, self[position] == byte else { return false }
      position += 1
    }
    return true
  }
}
