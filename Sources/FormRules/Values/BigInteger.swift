/// An integer of any size, for the few sums that exceed 128 bits. Each operation allocates memory,
/// so it is used only if faster arithmetic does not suffice.
struct BigInteger: Sendable {
  /// 64-bit limbs, the least significant first, without zeros at the end. Zero has no limbs.
  private var limbs: [UInt64]
  private var isNegative: Bool

  var isZero: Bool { limbs.isEmpty }

  private init(_ limbs: [UInt64], isNegative: Bool) {
    self.limbs = Self.trimmed(limbs)
    self.isNegative = isNegative && !self.limbs.isEmpty
  }

  init(_ value: Int128) {
    let size = value.magnitude
    self.init(
      [UInt64(truncatingIfNeeded: size), UInt64(truncatingIfNeeded: size >> 64)],
      isNegative: value < 0)
  }

  var magnitude: BigInteger { BigInteger(limbs, isNegative: false) }

  /// The number, or nil if its magnitude has more than 127 bits.
  var int128: Int128? {
    guard limbs.count <= 2 else { return nil }
    let size = limbs.reversed().reduce(UInt128(0)) { ($0 << 64) | UInt128($1) }
    return Int128(exactly: size).map { isNegative ? -$0 : $0 }
  }

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

  /// The quotient, rounded toward zero, and whether it is exact.
  ///
  /// - Parameter divisor: A number other than zero.
  func divided(by divisor: BigInteger) -> (quotient: BigInteger, isExact: Bool) {
    let (quotient, isExact) = Self.quotient(limbs, divisor.limbs)
    return (BigInteger(quotient, isNegative: isNegative != divisor.isNegative), isExact)
  }
}

/// Operations on magnitudes. The limbs of arguments have no zeros at the end.
extension BigInteger {
  private static func trimmed(_ limbs: [UInt64]) -> [UInt64] {
    var result = limbs
    while result.last == 0 { result.removeLast() }
    return result
  }

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

  /// Long division with limbs as digits (Knuth, The Art of Computer Programming, 4.3.1).
  private static func quotient(
    _ dividend: [UInt64], _ divisor: [UInt64]
  ) -> (limbs: [UInt64], isExact: Bool) {
    guard let first = divisor.last, order(dividend, divisor) != .ascending else {
      return ([], dividend.isEmpty)
    }
    // The first bit of the divisor becomes 1, so that estimates by its first limb are at most two
    // too great.
    let factor: UInt64 = 1 << UInt64(first.leadingZeroBitCount)
    let (a, b) = (trimmed(product(dividend, [factor])), trimmed(product(divisor, [factor])))
    let top = b[b.count - 1]
    var rest = Array(a.suffix(b.count - 1))
    var quotient = [UInt64](repeating: 0, count: a.count - rest.count)
    for index in quotient.indices.reversed() {
      rest = trimmed([a[index]] + rest)
      guard order(rest, b) != .ascending else { continue }
      // Less than `b` times 2^64, so `rest` has as many limbs, or one more.
      let high = rest.count > b.count ? rest[b.count] : 0
      var digit =
        high < top ? top.dividingFullWidth((high, rest[b.count - 1])).quotient : UInt64.max
      var part = trimmed(product(b, [digit]))
      while order(part, rest) == .descending {
        digit -= 1
        part = trimmed(difference(part, b))
      }
      quotient[index] = digit
      rest = trimmed(difference(rest, part))
    }
    return (quotient, rest.isEmpty)
  }
}
