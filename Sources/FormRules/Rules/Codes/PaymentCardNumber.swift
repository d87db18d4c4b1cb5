import FormBytes

/// Reads payment card numbers (ISO/IEC 7812-1).
enum PaymentCardNumber {
  /// The digits of the text, or nil if the text contains other characters than `strip` permits or
  /// more digits than a card number can have. Stops at the first error, so the cost of a long text
  /// is bounded.
  static func digits(_ text: Span<UInt8>, strip: RuleEntry.CardStrip) -> PackedDigits? {
    var digits = PackedDigits()
    var isAfterDigit = false
    for index in 0..<text.count {
      let byte = text[index]
      if byte.isASCIIDigit {
        guard digits.append(byte - UInt8(ascii: "0")) else { return nil }
        isAfterDigit = true
        continue
      }
      if strip == .nonDigits { continue }
      guard strip == .separators, isAfterDigit,
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
      else { return nil }
      isAfterDigit = false
    }
    return isAfterDigit || strip == .nonDigits ? digits : nil
  }
}
