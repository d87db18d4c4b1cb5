/// Sixteen bytes that are looked at at once.
@usableFromInline package typealias ByteVector = SIMD16<UInt8>

/// Sixteen answers, 0xFF for yes.
@usableFromInline package typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension ByteVector {
  // The types are spelt out so that the operators are those for 16 bytes, one instruction each;
  // left to itself, overload resolution may pick the generic ones, which are loops.

  @inlinable @inline(__always)
  package func equals(_ other: ByteVector) -> ByteMask { self .== other }

  @inlinable @inline(__always)
  package func equals(_ byte: UInt8) -> ByteMask { equals(ByteVector(repeating: byte)) }

  @inlinable @inline(__always)
  package func isBelow(_ byte: UInt8) -> ByteMask {
    let other: ByteVector = ByteVector(repeating: byte)
    return self .< other
  }
}

extension SIMD2<UInt64> {
  /// The answers as two integers, the first byte lowest.
  @inlinable @inline(__always)
  package init(_ mask: ByteMask) {
    // safe because both are 16 bytes without padding, and any bits make two integers.
    self = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The bytes as two integers, the first byte lowest.
  @inlinable @inline(__always)
  package init(_ bytes: ByteVector) {
    // safe for the same reason.
    self = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
  }
}

extension Span<UInt8> {
  /// The 16 bytes from `offset` on; traps when there are not so many.
  @inlinable @inline(__always)
  package func vector(at offset: Int) -> ByteVector {
    precondition(offset >= 0 && offset &+ 16 <= count)
    // safe because the bounds were checked and any bytes make a vector.
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: ByteVector.self)
  }

  /// The 8 bytes from `offset` on, the first one lowest; traps when there are not so many.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count)
    // safe because the bounds were checked and any bytes make an integer.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}
