import FormBytes

/// Finds possible payment card numbers in a sequence of digits that is interrupted only by spaces,
/// hyphens, dots and dashes. A year may precede a number, or a price may follow it, so a number may
/// begin at any digit.
///
/// A match has 12 to 19 digits and a valid check digit (ISO/IEC 7812-1). It also has either the
/// prefix and length of a known card type, at any start, or groups as printed on cards: at least
/// four digits each, fewer only in the last group.
struct CardSearch {
  private static let lengths = MaskedCard.fewestDigits...19
  private static let fewestInGroup = 4

  /// The byte offsets of the digits.
  private var positions: [Int] = []
  private var digits: [UInt8] = []
  /// Prefix sums of the Luhn formula, modulo 10, with every second digit doubled, beginning with
  /// the first or with the second digit. The sum of a window is a difference of two prefix sums.
  private var sums: [[UInt8]] = [[0], [0]]

  var isEmpty: Bool { positions.isEmpty }

  mutating func add(_ byte: UInt8, at position: Int) {
    let digit = byte - UInt8(ascii: "0")
    let doubled = digit > 4 ? 2 * digit - 9 : 2 * digit
    let parity = digits.count & 1
    sums[parity].append((sums[parity][digits.count] + doubled) % 10)
    sums[1 - parity].append((sums[1 - parity][digits.count] + digit) % 10)
    positions.append(position)
    digits.append(digit)
  }

  mutating func removeAll() {
    positions.removeAll(keepingCapacity: true)
    digits.removeAll(keepingCapacity: true)
    for parity in 0...1 { sums[parity].removeLast(sums[parity].count - 1) }
  }

  /// The number of bytes of the separator at the start of the range; 0 if there is none. Separators
  /// outside ASCII are the no-break spaces U+00A0 and U+202F, and U+2007 to U+2015 (thin spaces,
  /// hyphens and dashes).
  static func separatorWidth(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let start = range.lowerBound
    switch bytes[start] {
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."): return 1
    case 0xC2: return range.count > 1 && bytes[start + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard range.count > 2, bytes[start + 1] == 0x80 else { return 0 }
      return 0x87...0x95 ~= bytes[start + 2] || bytes[start + 2] == 0xAF ? 3 : 0
    default: return 0
    }
  }

  /// Calls the closure with the byte offsets of the digits of each match. Overlapping matches are
  /// merged, so that no more digits stay visible than in a single number.
  func forEachNumber(_ body: (ArraySlice<Int>) -> Void) {
    guard digits.count >= Self.lengths.lowerBound else { return }
    var found = 0..<0
    for start in 0...digits.count - Self.lengths.lowerBound {
      let end = max(endOfKnownType(start), endOfGroups(start))
      guard end > start else { continue }
      if start < found.upperBound {
        found = found.lowerBound..<max(end, found.upperBound)
      } else {
        if !found.isEmpty { body(positions[found]) }
        found = start..<end
      }
    }
    if !found.isEmpty { body(positions[found]) }
  }

  private func hasCheckDigit(_ window: Range<Int>) -> Bool {
    let sums = sums[window.upperBound & 1]
    return sums[window.lowerBound] == sums[window.upperBound]
  }

  /// The end of the longest number of a known type that begins at `start`; 0 if there is none.
  private func endOfKnownType(_ start: Int) -> Int {
    var prefix = PackedDigits()
    for digit in digits[start..<start + Self.lengths.lowerBound] { _ = prefix.append(digit) }
    guard let range = PaymentCardTable.standard.range(of: prefix) else { return 0 }
    for length in Self.lengths.reversed() where start + length <= digits.count {
      if range.accepts(length: length), hasCheckDigit(start..<start + length) {
        return start + length
      }
    }
    return 0
  }

  /// The end of the longest number that begins at `start` and consists of whole groups; 0 if there
  /// is none.
  private func endOfGroups(_ start: Int) -> Int {
    guard start == 0 || positions[start - 1] + 1 < positions[start] else { return 0 }
    var (longest, group) = (0, start)
    for end in start + 1...min(start + Self.lengths.upperBound, digits.count)
    where end == digits.count || positions[end - 1] + 1 < positions[end] {
      if end - start >= Self.lengths.lowerBound, hasCheckDigit(start..<end) { longest = end }
      if end - group < Self.fewestInGroup { break }
      group = end
    }
    return longest
  }
}
