import FormBytes

/// The masked form in which payment card numbers are stored: every digit except the first six and
/// the last four is replaced with an asterisk (PCI DSS 4.0, 3.4.1). Characters between digits are
/// kept.
package enum MaskedCard {
  /// The minimum number of digits of a card number: 12, of Maestro (ISO/IEC 7812-1 allows up to
  /// 19).
  static let fewestDigits = 12
  private static let shownInFront = 6
  private static let shownBehind = 4

  /// Masks the digits of a range. Fewer than twelve digits are not a card number and stay
  /// unchanged.
  ///
  /// - Returns: Whether anything was masked.
  @discardableResult
  package static func mask(_ bytes: inout [UInt8], _ range: Range<Int>) -> Bool {
    let digits = range.count { bytes[$0].isASCIIDigit }
    guard digits >= fewestDigits else { return false }
    var seen = 0
    for index in range where bytes[index].isASCIIDigit {
      seen += 1
      if seen > shownInFront, seen <= digits - shownBehind { bytes[index] = UInt8(ascii: "*") }
    }
    return true
  }

  /// Masks every possible card number in a range, regardless of the digits that precede or follow
  /// it. Used for records whose cells are unknown, so it masks too much rather than too little.
  /// Takes time linear in the length of the range.
  package static func maskNumbers(_ bytes: inout [UInt8], _ range: Range<Int>) {
    var run = CardSearch()
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isASCIIDigit {
        run.add(bytes[index], at: index)
      } else if !run.isEmpty {
        let width = CardSearch.separatorWidth(bytes, index..<range.upperBound)
        guard width == 0 else {
          index += width
          continue
        }
        mask(&bytes, run)
        run.removeAll()
      }
      index += 1
    }
    mask(&bytes, run)
  }

  private static func mask(_ bytes: inout [UInt8], _ run: borrowing CardSearch) {
    run.forEachNumber { positions in
      for position in positions.dropFirst(shownInFront).dropLast(shownBehind) {
        bytes[position] = UInt8(ascii: "*")
      }
    }
  }

  /// Whether the text has the form of a masked number.
  package static func isMasked(_ text: Span<UInt8>) -> Bool {
    var (digits, asterisks) = (0, 0)
    for index in text.indices {
      if text[index].isASCIIDigit { digits += 1 }
      if text[index] == UInt8(ascii: "*") { asterisks += 1 }
    }
    return asterisks > 1 && digits >= shownInFront + shownBehind
      && digits + asterisks >= fewestDigits
  }
}
