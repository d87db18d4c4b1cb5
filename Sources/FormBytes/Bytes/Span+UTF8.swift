extension Span<UInt8> {
  /// Returns the position of the first byte at or after `start` that is not valid UTF-8 (RFC 3629),
  /// or nil. Overlong forms, surrogates and values above U+10FFFF are invalid.
  package func firstInvalidUTF8(from start: Int = 0) -> Int? {
    var position = start
    while position < count {
      if self[position] < 0x80 {
        position = endOfASCII(from: position)
      } else if let length = lengthOfScalar(at: position) {
        position &+= length
      } else {
        return position
      }
    }
    return nil
  }

  /// Returns the last character boundary at or before `position`, but not before `start`. Invalid
  /// bytes are boundaries.
  package func scalarBoundary(before position: Int, from start: Int) -> Int {
    guard position < count, self[position] & 0xC0 == 0x80 else { return position }
    var lead = position - 1
    while lead >= max(start, position - 3) {
      let byte = self[lead]
      if byte & 0xC0 != 0x80 {
        let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        return position - lead < length ? lead : position
      }
      lead -= 1
    }
    return position
  }

  /// Returns the position of the first byte at or after `start` that is not ASCII, or the end.
  @inlinable @inline(__always)
  package func endOfASCII(from start: Int) -> Int {
    var position = start
    while position &+ 32 <= count {
      let two = vector(at: position) | vector(at: position &+ 16)
      let words = SIMD2<UInt64>(two)
      if (words.x | words.y) & 0x8080_8080_8080_8080 != 0 { break }
      position &+= 32
    }
    while position < count, self[position] < 0x80 { position &+= 1 }
    return position
  }

  /// Returns the length, 2 to 4, of the valid sequence at `position`, or nil if there is none.
  package func lengthOfScalar(at position: Int) -> Int? {
    let first = self[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return nil
    }
    guard position &+ length <= count, second.contains(self[position &+ 1]) else { return nil }
    for index in (position &+ 2)..<(position &+ length) where self[index] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }
}
