/// An integer of any size, for the few sums that exceed 128 bits. Each operation allocates memory,
/// so it is used only if faster arithmetic does not suffice.
struct BigInteger: Sendable {
  /// 64-bit limbs, the least significant first, without zeros at the end. Zero has no limbs.
  private var limbs: [UInt64]
  private var isNegative: Bool

  var isZero: Bool { limbs.isEmpty }

  private init(_ limbs: [UInt64], isNegative: Bool) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
    self.isNegative = isNegative && !self.limbs.isEmpty
  }

  init(_ value: Int128) {
    let size = value.magnitude
    self.init(
      [UInt64(truncatingIfNeeded: size), UInt64(truncatingIfNeeded: size >> 64)],
      isNegative: value < 0)
  }

  var magnitude: BigInteger { BigInteger(limbs, isNegative: false) }

  /// The number multiplied by ten to the power of `exponent`.
  func timesTen(toThe exponent: Int) -> BigInteger {
    var result = self
    var left = exponent
    while left > 0 {
      // The largest power of ten in 64 bits is 10^19.
      let step = min(left, 19)
      var factor: UInt64 = 1
      for _ in 0..<step { factor *= 10 }
      result.limbs = Self.product(result.limbs, [factor])
      left -= step
    }
    return BigInteger(result.limbs, isNegative: isNegative)
  }

  static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    BigInteger(product(a.limbs, b.limbs), isNegative: a.isNegative != b.isNegative)
  }

  static prefix func - (a: BigInteger) -> BigInteger {
    BigInteger(a.limbs, isNegative: !a.isNegative)
  }

  static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative == b.isNegative {
      return BigInteger(sum(a.limbs, b.limbs), isNegative: a.isNegative)
    }
    return order(a.limbs, b.limbs) == .ascending
      ? BigInteger(difference(b.limbs, a.limbs), isNegative: b.isNegative)
      : BigInteger(difference(a.limbs, b.limbs), isNegative: a.isNegative)
  }

  /// Compares two numbers.
  func order(to other: BigInteger) -> Ordering {
    switch (isNegative, other.isNegative) {
    case (true, false): .ascending
    case (false, true): .descending
    case (false, false): Self.order(limbs, other.limbs)
    case (true, true): Self.order(other.limbs, limbs)
    }
  }

  /// Whether the number is an integer multiple of another number, which must not be zero. Works bit
  /// by bit, so the time grows with the square of the number of digits.
  func isMultiple(of divisor: BigInteger) -> Bool {
    var rest: [UInt64] = []
    for limb in limbs.reversed() {
      for bit in (0..<64).reversed() {
        rest = Self.sum(rest, rest)
        if limb >> UInt64(bit) & 1 == 1 { rest = Self.sum(rest, [1]) }
        if Self.order(rest, divisor.limbs) != .ascending {
          rest = BigInteger(Self.difference(rest, divisor.limbs), isNegative: false).limbs
        }
      }
    }
    return rest.isEmpty
  }
}

/// Operations on magnitudes. The limbs of arguments have no zeros at the end.
extension BigInteger {
  private static func order(_ a: [UInt64], _ b: [UInt64]) -> Ordering {
    if a.count != b.count { return Ordering(a.count, b.count) }
    for index in a.indices.reversed() where a[index] != b[index] {
      return Ordering(a[index], b[index])
    }
    return .equal
  }

  private static func sum(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var result: [UInt64] = []
    result.reserveCapacity(max(a.count, b.count) + 1)
    var carry: UInt64 = 0
    for index in 0..<max(a.count, b.count) {
      let (part, first) = (index < a.count ? a[index] : 0).addingReportingOverflow(
        index < b.count ? b[index] : 0)
      let (limb, second) = part.addingReportingOverflow(carry)
      result.append(limb)
      carry = first || second ? 1 : 0
    }
    if carry > 0 { result.append(carry) }
    return result
  }

  /// - Parameter a: A magnitude not less than `b`.
  private static func difference(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var result = a
    var borrow: UInt64 = 0
    for index in a.indices {
      let (part, first) = a[index].subtractingReportingOverflow(index < b.count ? b[index] : 0)
      let (limb, second) = part.subtractingReportingOverflow(borrow)
      result[index] = limb
      borrow = first || second ? 1 : 0
    }
    return result
  }

  private static func product(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] {
    var result = [UInt64](repeating: 0, count: a.count + b.count)
    for i in a.indices {
      var carry: UInt64 = 0
      for j in b.indices {
        let (high, low) = a[i].multipliedFullWidth(by: b[j])
        let (part, first) = low.addingReportingOverflow(result[i + j])
        let (limb, second) = part.addingReportingOverflow(carry)
        result[i + j] = limb
        // Never exceeds 64 bits: (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
        carry = high + (first ? 1 : 0) + (second ? 1 : 0)
      }
      result[i + b.count] = carry
    }
    return result
  }
}
