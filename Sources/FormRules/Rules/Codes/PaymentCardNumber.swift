import FormBytes

/// Payment card numbers (ISO/IEC 7812-1) over bytes.
enum PaymentCardNumber {
  /// What may stand beside the digits.
  typealias Strip = RuleEntry.CardStrip

  /// The digits of the text, or nil when there is something else in it, or more than a card number
  /// can have. Stops there, so that a long text costs nothing.
  static func digits(_ text: Span<UInt8>, strip: Strip) -> PackedDigits? {
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
