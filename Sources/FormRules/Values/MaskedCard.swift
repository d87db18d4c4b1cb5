import FormBytes

/// Numbers of payment cards as they are stored: all but the first six and the last four digits are
/// asterisks (PCI DSS 4.0, 3.4.1), and what stands between digits stays.
package enum MaskedCard {
  /// A card's number has at least so many digits (ISO/IEC 7812-1: up to 19; Maestro has 12).
  private static let fewestDigits = 12
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

  /// Masks every number of a range that may be a card's: up to 19 digits with single blanks or hyphens
  /// between them and the check digit of ISO/IEC 7812-1. For records whose cells nobody knows.
  package static func maskNumbers(_ bytes: inout [UInt8], _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index].isASCIIDigit else {
        index += 1
        continue
      }
      var (end, count) = (index, 0)
      while end < range.upperBound {
        if bytes[end].isASCIIDigit {
          count += 1
        } else if bytes[end] != UInt8(ascii: " ") && bytes[end] != UInt8(ascii: "-")
          || end + 1 == range.upperBound || !bytes[end + 1].isASCIIDigit
        {
          break
        }
        end += 1
      }
      var sum = LuhnSum()
      for place in (index..<end).reversed() where bytes[place].isASCIIDigit {
        sum.add(Int(bytes[place] - UInt8(ascii: "0")))
      }
      if fewestDigits...19 ~= count, sum.isSatisfied { mask(&bytes, index..<end) }
      index = end
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
