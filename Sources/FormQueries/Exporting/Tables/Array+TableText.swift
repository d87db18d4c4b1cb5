import FormBytes
import FormInput
import FormRules

extension [UInt8] {
  /// Appends the decimal digits of a number, with leading zeros up to a width.
  mutating func append(digits value: UInt64, width: Int = 1) {
    var digits = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
    let first = digits.write(decimal: value, endingAt: 20)
    append(digits.span.extracting(Swift.min(first, 20 - width)..<20))
  }

  /// Appends `YYYY-MM-DD`.
  mutating func append(_ date: CalendarDate) {
    let (year, month, day) = date.components
    append(digits: UInt64(clamping: year), width: 4)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(clamping: month), width: 2)
    append(UInt8(ascii: "-"))
    append(digits: UInt64(clamping: day), width: 2)
  }

  /// Appends `HH:MM:SS`, with decimals of the second only if there are any.
  mutating func append(_ time: TimeOfDay) {
    let seconds = UInt64(clamping: time.nanoseconds / 1_000_000_000)
    append(digits: seconds / 3_600, width: 2)
    append(UInt8(ascii: ":"))
    append(digits: seconds / 60 % 60, width: 2)
    append(UInt8(ascii: ":"))
    append(digits: seconds % 60, width: 2)
    let fraction = UInt64(clamping: time.nanoseconds % 1_000_000_000)
    guard fraction > 0 else { return }
    append(UInt8(ascii: "."))
    append(digits: fraction, width: 9)
    while last == UInt8(ascii: "0") { removeLast() }
  }

  /// Appends `YYYY-MM-DDTHH:MM:SS[.f…]Z`.
  mutating func append(_ instant: Instant) {
    let date = instant.date
    append(date)
    append(UInt8(ascii: "T"))
    let seconds = instant.seconds - Int64(date.daysSinceEpoch) * 86_400
    append(TimeOfDay(nanoseconds: seconds * 1_000_000_000 + Int64(instant.nanoseconds)))
    append(UInt8(ascii: "Z"))
  }

  /// Appends a decimal in plain notation, with all digits of its scale.
  mutating func append(_ decimal: ExactDecimal) {
    let scale = Int(decimal.scale)
    guard let mantissa = Int64(exactly: decimal.mantissa), scale < 19 else {
      append(contentsOf: decimal.description.utf8)
      return
    }
    // Room for a sign, 19 digits and a point, written from the end.
    var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))
    var first = Swift.min(text.write(decimal: mantissa.magnitude, endingAt: 24), 23 - scale)
    if scale > 0 {
      for index in first..<24 - scale { text[index - 1] = text[index] }
      first -= 1
      text[23 - scale] = UInt8(ascii: ".")
    }
    if mantissa < 0 {
      first -= 1
      text[first] = UInt8(ascii: "-")
    }
    append(text.span.extracting(first..<24))
  }
}

extension ExactDecimal {
  /// The nearest double.
  var double: Double {
    // Both are exact as doubles, so the division rounds only once.
    if mantissa.magnitude <= 1 << 53, scale < Self.powers.count {
      return Double(Int64(mantissa)) / Self.powers[Int(scale)]
    }
    return Double(description) ?? .nan
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
