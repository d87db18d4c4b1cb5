/// Sixteen bytes that one instruction processes.
@usableFromInline package typealias ByteVector = SIMD16<UInt8>

/// Sixteen comparison results, 0xFF for true.
@usableFromInline package typealias ByteMask = SIMDMask<SIMD16<Int8>>

extension ByteVector {
  // The types are explicit so that the operators for 16 bytes are chosen, one instruction each.
  // Overload resolution might otherwise choose the generic ones, which are loops.

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
  /// The comparison results as two integers, the first byte lowest.
  @inlinable @inline(__always)
  package init(_ mask: ByteMask) {
    // Safe because both are 16 bytes without padding, and any bits form two integers.
    self = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }

  /// The bytes as two integers, the first byte lowest.
  @inlinable @inline(__always)
  package init(_ bytes: ByteVector) {
    // Safe because both are 16 bytes without padding, and any bits form two integers.
    self = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
  }
}

extension Span<UInt8> {
  /// Returns the 16 bytes from `offset`. Traps if there are fewer.
  @inlinable @inline(__always)
  package func vector(at offset: Int) -> ByteVector {
    precondition(offset >= 0 && offset &+ 16 <= count)
    // Safe because the bounds were checked and any bytes form a vector.
    return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: ByteVector.self)
  }

  /// Returns the 8 bytes from `offset`, the first one lowest. Traps if there are fewer.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset &+ 8 <= count)
    // Safe because the bounds were checked and any bytes form an integer.
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}
