extension Span<UInt8> {
  /// The 16 bytes from `offset` on; traps when there are not so many.
  @inline(__always)
  func vector(at offset: Int) -> SIMD16<UInt8> {
    precondition(offset >= 0 && offset &+ 16 <= count)
    // safe because the bounds were checked and any bytes make a vector.
    return unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
  }

  /// The 8 bytes from `offset` on, the first one lowest; traps when there are not so many.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count)
    // safe because the bounds were checked and any bytes make an integer.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}

extension SIMD2<UInt64> {
  /// The bytes of a vector comparison, 0xFF where it held.
  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) {
    // safe because both are 16 bytes without padding, and any bits make two integers.
    self = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The same bytes as two integers.
  @inline(__always)
  init(_ bytes: SIMD16<UInt8>) {
    // safe for the same reason.
    self = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
  }
}
