import FormBytes

/// Finds the special bytes of a delimited file: the delimiter, quotes, backslashes and bytes below
/// U+0020.
///
/// It does not examine the bytes between them individually.
///
/// It converts 64 bytes at a time to one bit each, so that a cell costs a few instructions
/// regardless of its length, and branches are mispredicted once per 64 bytes instead of once per
/// cell.
struct SpecialByteCursor: ~Escapable {
  private let input: Span<UInt8>
  private let delimiter: UInt8
  private let delimiters: ByteVector
  /// The start of the current 64 bytes.
  private var base: Int
  /// One bit for each of these bytes that is special and has not been returned yet.
  private var pending: UInt64 = 0

  @_lifetime(copy input)
  init(_ input: Span<UInt8>, delimiter: UInt8, from position: Int) {
    self.input = input
    self.delimiter = delimiter
    delimiters = ByteVector(repeating: delimiter)
    base = position &- 64
  }

  /// Returns the position of the next special byte, or the end of the input.
  @inline(__always)
  mutating func next() -> Int {
    while pending == 0 {
      // Cannot overflow: `base` stays within 64 of the input's bounds.
      base &+= 64
      guard base < input.count else {
        base = input.count
        return base
      }
      pending = base &+ 64 <= input.count ? bits(at: base) : bitsOfTail()
    }
    let position = base &+ pending.trailingZeroBitCount
    pending &= pending &- 1
    return position
  }

  /// Continues at another position.
  @inline(__always)
  mutating func move(to position: Int) {
    base = position &- 64
    pending = 0
  }

  @inline(__always)
  private func bits(at base: Int) -> UInt64 {
    let first = specials(input.vector(at: base))
    let second = specials(input.vector(at: base &+ 16))
    let third = specials(input.vector(at: base &+ 32))
    let fourth = specials(input.vector(at: base &+ 48))
    // Swift has no movemask. Combining one bit of each vector in each byte of a word forms a matrix
    // of 8 × 8 bits, whose transpose has the bits in the order of the input.
    let mixed =
      (SIMD2(first) & 0x0101_0101_0101_0101) | (SIMD2(second) & 0x0404_0404_0404_0404)
      | (SIMD2(third) & 0x1010_1010_1010_1010) | (SIMD2(fourth) & 0x4040_4040_4040_4040)
    return Self.transpose(mixed.x | mixed.y << 1)
  }

  @inline(__always)
  private func specials(_ bytes: ByteVector) -> ByteMask {
    bytes.equals(delimiters) .| bytes.equals(.quote) .| bytes.equals(.backslash)
      .| bytes.isBelow(0x20)
  }

  /// Transposes a bit matrix. Source: Hacker's Delight, 7-3.
  @inline(__always)
  private static func transpose(_ matrix: UInt64) -> UInt64 {
    var x = matrix
    var t = (x ^ (x >> 7)) & 0x00AA_00AA_00AA_00AA
    x ^= t ^ (t << 7)
    t = (x ^ (x >> 14)) & 0x0000_CCCC_0000_CCCC
    x ^= t ^ (t << 14)
    t = (x ^ (x >> 28)) & 0x0000_0000_F0F0_F0F0
    return x ^ t ^ (t << 28)
  }

  /// Returns the bits of the last bytes of the input, fewer than 64.
  @inline(never)
  private func bitsOfTail() -> UInt64 {
    var bits: UInt64 = 0
    for position in base..<input.count {
      let byte = input[position]
      if byte < 0x20 || byte == .quote || byte == .backslash || byte == delimiter {
        bits |= 1 << UInt64(position &- base)
      }
    }
    return bits
  }
}
