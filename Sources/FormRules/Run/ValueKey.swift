extension Value {
  /// Whether two values are the same number, date, time or boolean: 1.5 equals 1.50. False for an
  /// exact number and a floating-point one, and for texts, lists and files, whose bytes are not
  /// part of the value.
  package func isSame(as other: Value) -> Bool {
    guard let key = ValueKey(self) else { return false }
    return key == ValueKey(other)
  }
}

/// A number, date, time or boolean as bits that are the same for equal values: 1.5 and 1.50 have
/// the same key, and so do 2 and 2.0. Text has no key, because it is compared by its bytes.
struct ValueKey: Hashable, Sendable {
  /// The kind of the value and, for exact numbers, their scale.
  let kind: UInt64
  /// The value.
  let payload: UInt128

  init?(_ value: Value) {
    switch value {
    case .missing, .empty, .invalid, .text, .list, .file: return nil
    case .integer(let integer): self.init(0, Int128(integer))
    case .decimal(let decimal):
      let plain = decimal.normalized
      self.init(UInt64(plain.scale), plain.mantissa)
    // Adding zero converts -0 to 0.
    case .number(let number): self.init(1 << 8, Int128((number + 0).bitPattern))
    case .boolean(let truth): self.init(2 << 8, truth ? 1 : 0)
    case .date(let date): self.init(3 << 8, Int128(date.daysSinceEpoch))
    case .time(let time): self.init(4 << 8, Int128(time.nanoseconds))
    case .datetime(let instant):
      self.init(5 << 8, Int128(instant.seconds) << 32 | Int128(instant.nanoseconds))
    }
  }

  private init(_ kind: UInt64, _ payload: Int128) {
    self.kind = kind
    self.payload = UInt128(truncatingIfNeeded: payload)
  }
}
