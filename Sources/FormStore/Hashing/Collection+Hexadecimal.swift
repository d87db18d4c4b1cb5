import FormBytes

extension Collection<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
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
