extension [UInt8] {
  /// Creates bytes from pairs of hexadecimal digits. Returns nil for anything else.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    let values = digits.map(\.hexValue)
    guard values.count.isMultiple(of: 2), values.allSatisfy({ $0 < 16 }) else { return nil }
    self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

extension Collection<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  @inlinable
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append((byte >> 4).lowHexadecimalDigit)
      text.append(byte.lowHexadecimalDigit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
