import FormBytes

extension [UInt8] {
  /// Appends text in which `_x000D_` represents a character that XML cannot contain (ECMA-376 part
  /// 1, 22.9.2.19).
  ///
  /// NUL remains escaped.
  mutating func append(unescaping text: ArraySlice<UInt8>) {
    guard text.count >= 7, text.contains(UInt8(ascii: "_")) else { return append(contentsOf: text) }
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "_"), rest.count >= 7, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
        rest[rest.startIndex + 6] == UInt8(ascii: "_"),
        // The conversion to a number also accepts a sign.
        rest[(rest.startIndex + 2)..<(rest.startIndex + 6)].allSatisfy({ $0.hexValue < 16 }),
        let value = UInt32(
          String(decoding: rest[(rest.startIndex + 2)..<(rest.startIndex + 6)], as: UTF8.self),
          radix: 16), value > 0, let scalar = Unicode.Scalar(value)
      {
        append(contentsOf: Array(String(Character(scalar)).utf8))
        rest = rest.dropFirst(7)
      } else {
        append(byte)
        rest.removeFirst()
      }
    }
  }
}
