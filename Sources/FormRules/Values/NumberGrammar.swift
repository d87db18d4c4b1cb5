/// Strict number grammars over bytes. Foundation's parsers accept `nan`, `0x10` and trailing
/// characters, and round; these accept exactly the documented grammar.
package enum NumberGrammar {
  /// The reason that a number could not be parsed.
  package enum ParseError: Error {
    case invalid
    case outOfRange
  }

  /// Parses `[+-]digits` within Int64. Leading zeros are allowed; spaces, points and exponents are
  /// not.
  package static func integer(_ text: Span<UInt8>) throws(ParseError) -> Int64 {
    var index = 0
    var isNegative = false
    if !text.isEmpty, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    guard index < text.count else { throw .invalid }
    // 18 digits always fit, so the common case needs no overflow check.
    if text.count - index <= 18 {
      var value: Int64 = 0
      while index < text.count {
        let digit = text[index] &- UInt8(ascii: "0")
        guard digit < 10 else { throw .invalid }
        value = value &* 10 &+ Int64(digit)
        index += 1
      }
      return isNegative ? 0 &- value : value
    }
    var magnitude: UInt64 = 0
    var overflows = false
    while index < text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit < 10 else { throw .invalid }
      let (product, over1) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, over2) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || over1 || over2
      magnitude = sum
      index += 1
    }
    guard !overflows else { throw .outOfRange }
    if isNegative {
      guard magnitude <= UInt64(Int64.max) + 1 else { throw .outOfRange }
      return Int64(truncatingIfNeeded: 0 &- magnitude)
    }
    guard magnitude <= UInt64(Int64.max) else { throw .outOfRange }
    return Int64(magnitude)
  }

  /// Parses `[+-][digits][.digits]` with at least one digit, at least one digit after a point, and
  /// at most 38 digits.
  ///
  /// - Parameters:
  ///   - point: The decimal separator.
  ///   - group: The thousands separator, allowed only between groups of exactly three digits, the
  ///     first of which may be shorter and has no leading zero: `0.123` is not 123.
  package static func decimal(
    _ text: Span<UInt8>, point: UInt8 = UInt8(ascii: "."), group: UInt8? = nil
  ) throws(ParseError) -> ExactDecimal {
    var index = 0
    var isNegative = false
    if !text.isEmpty, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    if group == nil, text.count - index <= 18 {
      return try shortDecimal(text, from: index, isNegative: isNegative, point: point)
    }
    return try grouped(
      text.extracting(index..<text.count), isNegative: isNegative, point: point, innerSize: 3
    ) { text, index in text[index] == group ? 1 : 0 }
  }

  /// Parses `[digits][.digits]` like `decimal`.
  static func unsigned(
    _ text: Span<UInt8>, isNegative: Bool, point: UInt8
  ) throws(ParseError) -> ExactDecimal {
    if text.count <= 18 {
      return try shortDecimal(text, from: 0, isNegative: isNegative, point: point)
    }
    return try grouped(text, isNegative: isNegative, point: point, innerSize: 3) { _, _ in 0 }
  }

  /// Parses `[digits][.digits]` with separators between groups of digits before the point.
  ///
  /// - Parameters:
  ///   - innerSize: The number of digits of each group except the first, which may be shorter and
  ///     has no leading zero (`0.123` is not 123), and the last, which has three.
  ///   - separatorWidth: Returns the number of bytes of the separator at an index of the text, or 0
  ///     if there is none.
  @inline(__always)
  static func grouped(
    _ text: Span<UInt8>, isNegative: Bool, point: UInt8, innerSize: Int,
    _ separatorWidth: (_ text: Span<UInt8>, _ index: Int) -> Int
  ) throws(ParseError) -> ExactDecimal {
    var value: Int128 = 0
    var digits = 0
    var significant = 0
    var scale = 0
    var digitsInGroup = 0
    var groups = 0
    var inFraction = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        digits += 1
        if significant > 0 || digit > 0 { significant += 1 }
        guard significant <= ExactDecimal.maximumDigits else { throw .outOfRange }
        value = value * 10 + Int128(digit)
        if inFraction { scale += 1 } else { digitsInGroup += 1 }
        guard scale <= ExactDecimal.maximumDigits else { throw .outOfRange }
      } else if byte == point, !inFraction {
        guard groups == 0 || digitsInGroup == 3 else { throw .invalid }
        inFraction = true
      } else if !inFraction, case let width = separatorWidth(text, index), width > 0 {
        // A leading zero is a digit that is not significant.
        guard
          groups == 0
            ? digits == significant && digits >= 1 && digits <= innerSize
            : digitsInGroup == innerSize
        else { throw .invalid }
        groups += 1
        digitsInGroup = 0
        index += width - 1
      } else {
        throw .invalid
      }
      index += 1
    }
    guard digits > 0, !inFraction || scale > 0, inFraction || groups == 0 || digitsInGroup == 3
    else { throw .invalid }
    return ExactDecimal(mantissa: isNegative ? -value : value, scale: UInt8(scale))
  }

  /// Parses the common case: at most 18 characters without grouping, whose mantissa fits in 64
  /// bits.
  private static func shortDecimal(
    _ text: Span<UInt8>, from start: Int, isNegative: Bool, point: UInt8
  ) throws(ParseError) -> ExactDecimal {
    var value: Int64 = 0
    var pointIndex = -1
    var index = start
    while index < text.count {
      let byte = text[index]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        value = value &* 10 &+ Int64(digit)
      } else if byte == point, pointIndex < 0 {
        pointIndex = index
      } else {
        throw .invalid
      }
      index += 1
    }
    let scale = pointIndex < 0 ? 0 : index - pointIndex - 1
    guard index - start - (pointIndex < 0 ? 0 : 1) > 0, pointIndex < 0 || scale > 0 else {
      throw .invalid
    }
    return ExactDecimal(mantissa: Int128(isNegative ? 0 &- value : value), scale: UInt8(scale))
  }

  /// Parses `[+-]digits[.digits][(e|E)[+-]digits]` and rounds to the nearest double. The result is
  /// finite.
  package static func number(_ text: Span<UInt8>) throws(ParseError) -> Double {
    var index = 0
    func isDigit(_ i: Int) -> Bool { i < text.count && text[i] &- UInt8(ascii: "0") < 10 }
    func isSign(_ i: Int) -> Bool {
      i < text.count && (text[i] == UInt8(ascii: "-") || text[i] == UInt8(ascii: "+"))
    }
    if isSign(index) { index += 1 }
    var digits = 0
    while isDigit(index) { (index, digits) = (index + 1, digits + 1) }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      guard isDigit(index) else { throw .invalid }
      while isDigit(index) { (index, digits) = (index + 1, digits + 1) }
    }
    guard digits > 0 else { throw .invalid }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if isSign(index) { index += 1 }
      guard isDigit(index) else { throw .invalid }
      while isDigit(index) { index += 1 }
    }
    guard index == text.count else { throw .invalid }
    // The grammar above is narrower than that of Double(_:), which therefore cannot fail here.
    guard let value = Double(String(copying: text)) else { throw .invalid }
    guard value.isFinite else { throw .outOfRange }
    return value
  }
}
