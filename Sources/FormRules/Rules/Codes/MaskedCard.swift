import FormBytes

/// Numbers of payment cards as they are stored: all but the first six and the last four digits are
/// asterisks (PCI DSS 4.0, 3.4.1), and what stands between digits stays.
package enum MaskedCard {
  /// A card's number has at least so many digits (ISO/IEC 7812-1: up to 19; Maestro has 12).
  static let fewestDigits = 12
  private static let shownInFront = 6
  private static let shownBehind = 4

  /// Masks the digits of a range. Fewer than twelve are no card's number and stay.
  ///
  /// - Returns: whether something was masked.
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

  /// Masks every number of a range that may be a card's, whatever digits stand before or behind it. For
  /// records whose cells nobody knows, so rather one too many. Linear in the range.
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
    run.forEachNumber { places in
      for place in places.dropFirst(shownInFront).dropLast(shownBehind) {
        bytes[place] = UInt8(ascii: "*")
      }
    }
  }

  /// Whether a text is one that was masked.
  static func isMasked(_ text: Span<UInt8>) -> Bool {
    var (digits, asterisks) = (0, 0)
    for index in text.indices {
      if text[index].isASCIIDigit { digits += 1 }
      if text[index] == UInt8(ascii: "*") { asterisks += 1 }
    }
    return asterisks > 1 && digits >= shownInFront + shownBehind
      && digits + asterisks >= fewestDigits
  }
}
