import FormBytes

/// Formats the numbers of sheets.
enum SheetNumber {
  /// Formats a number as spreadsheet programs display it in full.
  ///
  /// They store 15 digits, and Excel writes 1.1 as 1.1000000000000001. Whole numbers are unchanged.
  /// Exponents are expanded if the text stays short.
  static func text(_ raw: [UInt8]) -> [UInt8] {
    guard raw.contains(where: { $0 == 0x2E || $0 == 0x65 || $0 == 0x45 }) else { return raw }
    var digits: [UInt8] = []
    var exponent = 0
    var isNegative = false
    var hasPoint = false
    for (index, byte) in raw.enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      case _ where byte.isASCIIDigit:
        digits.append(byte - 0x30)
        if hasPoint { exponent -= 1 }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        guard let power = Int(String(decoding: raw[(index + 1)...], as: UTF8.self)),
          (-400...400).contains(power)
        else { return raw }
        return write(digits, exponent: exponent + power, isNegative: isNegative) ?? raw
      default: return raw
      }
    }
    return write(digits, exponent: exponent, isNegative: isNegative) ?? raw
  }

  /// Returns nil if the text would be long, or if there are no digits.
  private static func write(_ digits: [UInt8], exponent: Int, isNegative: Bool) -> [UInt8]? {
    guard !digits.isEmpty else { return nil }
    var digits = Array(digits.drop { $0 == 0 })
    var exponent = exponent
    if digits.count > 15 {
      let isUp = digits[15] >= 5
      exponent += digits.count - 15
      digits.removeLast(digits.count - 15)
      var index = 14
      while isUp, index >= 0 {
        digits[index] += 1
        if digits[index] < 10 { break }
        digits[index] = 0
        index -= 1
      }
      if index < 0 { digits.insert(1, at: 0) }
    }
    while let last = digits.last, last == 0, exponent < 0 {
      digits.removeLast()
      exponent += 1
    }
    guard exponent <= 25, exponent >= -40 else { return nil }
    if digits.isEmpty { return [0x30] }
    var text = digits.map { $0 + 0x30 } + Array(repeating: 0x30, count: max(0, exponent))
    if exponent < 0 {
      if text.count <= -exponent {
        text = Array(repeating: 0x30, count: 1 - exponent - text.count) + text
      }
      text.insert(0x2E, at: text.count + exponent)
    }
    return (isNegative ? [0x2D] : []) + text
  }
}
