extension [UInt8] {
  /// Appends a number in decimal digits.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    let first = digits.write(decimal: number.magnitude, endingAt: 20)
    append(digits.span.extracting(first..<20))
  }
}

extension [UInt8] {
  /// Appends a number as 16 hexadecimal digits.
  package mutating func append(hexadecimal number: UInt64) {
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      append(UInt8(truncatingIfNeeded: number >> shift & 15).lowHexadecimalDigit)
    }
  }
}

extension InlineArray where Element == UInt8 {
  /// Writes the decimal digits of `number`, at most 20, so that the last one is at index `end - 1`.
  ///
  /// - Returns: The index of the first digit.
  @inline(__always)
  package mutating func write(decimal number: UInt64, endingAt end: Int) -> Int {
    var rest = number
    var first = end
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first &-= 1
      self[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
    return first
  }
}
