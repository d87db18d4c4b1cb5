import FormRules

extension [UInt8] {
  /// Appends a number's decimal digits, with zeros in front up to a width.
  mutating func append(digits value: UInt64, width: Int = 1) {
    let start = count
    var rest = value
    repeat {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || count - start < width
    self[start...].reverse()
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

  /// Appends `HH:MM:SS`, with decimals only when there are some.
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

  /// Appends a decimal in plain notation, with the decimals that were written.
  mutating func append(_ decimal: ExactDecimal) {
    guard let mantissa = Int64(exactly: decimal.mantissa) else {
      append(contentsOf: decimal.description.utf8)
      return
    }
    if mantissa < 0 { append(UInt8(ascii: "-")) }
    append(digits: mantissa.magnitude, width: Int(decimal.scale) + 1)
    if decimal.scale > 0 { insert(UInt8(ascii: "."), at: count - Int(decimal.scale)) }
  }
}

extension ExactDecimal {
  /// The nearest double.
  var double: Double {
    // Both are exact as doubles, so one division rounds once.
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
