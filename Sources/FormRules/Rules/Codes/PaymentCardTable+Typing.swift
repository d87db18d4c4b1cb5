/// Types of card numbers, complete or while they are typed.
extension PaymentCardTable {
  /// The digits of the typed text; nil if it contains anything but digits, spaces and hyphens.
  private static func digits(_ typed: String) -> PackedDigits? {
    let bytes = Array(typed.utf8)
    return bytes.isEmpty
      ? PackedDigits() : PaymentCardNumber.digits(bytes.span, strip: .separators)
  }

  /// The type of a complete number; nil if it has none. The check digit is not verified.
  public func type(ofNumber number: String) -> PaymentCardType? {
    Self.digits(number).flatMap(type(of:))
  }

  /// The type of the card number that is being typed. The number need not be complete, and its
  /// check digit is not verified.
  ///
  /// - Returns: The type; nil for fewer than four digits, for a text with anything but digits,
  ///   spaces and hyphens, and if no type has this prefix.
  public func suggested(for typed: String) -> PaymentCardType? {
    guard let digits = Self.digits(typed), digits.count >= 4 else { return nil }
    return range(of: digits)?.type
  }

  /// The types that the card number that is being typed may still have, in the order of
  /// `PaymentCardType`: those for which more digits can complete the number. The check digit is not
  /// considered.
  public func possible(for typed: String) -> [PaymentCardType] {
    guard let digits = Self.digits(typed) else { return [] }
    var types: Set<PaymentCardType> = []
    collect(digits, into: &types)
    return PaymentCardType.allCases.filter(types.contains)
  }

  /// Tries every next digit as long as a longer prefix may change the type.
  private func collect(_ digits: PackedDigits, into types: inout Set<PaymentCardType>) {
    let isOpen = ranges.contains { range in
      guard range.width > digits.count else { return false }
      var power = 1
      for _ in digits.count..<range.width { power *= 10 }
      let first = digits.prefix(digits.count) * power
      return first <= range.last && range.first <= first + power - 1
    }
    guard isOpen else {
      if let range = range(of: digits), range.lengths &>> UInt32(digits.count) != 0 {
        types.insert(range.type)
      }
      return
    }
    for digit in UInt8(0)...9 {
      var longer = digits
      if longer.append(digit) { collect(longer, into: &types) }
    }
  }
}

extension PaymentCardType {
  /// The type of a complete number; nil if it has none. The check digit is not verified.
  public init?(cardNumber: String) {
    guard let type = PaymentCardTable.standard.type(ofNumber: cardNumber) else { return nil }
    self = type
  }

  /// The type of card that a number being typed will have; see `PaymentCardTable`.
  public static func suggested(for typed: String) -> PaymentCardType? {
    PaymentCardTable.standard.suggested(for: typed)
  }

  /// The types that a number being typed may still have; see `PaymentCardTable`.
  public static func possible(for typed: String) -> [PaymentCardType] {
    PaymentCardTable.standard.possible(for: typed)
  }
}
