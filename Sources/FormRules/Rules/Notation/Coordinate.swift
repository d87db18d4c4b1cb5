import FormBytes

/// A latitude or longitude in decimal degrees, read exactly.
struct Coordinate {
  private var degrees: Int
  private var hasFraction: Bool
  /// How many decimals it has.
  private(set) var decimals: Int

  /// An optional sign, degrees of at most three digits without leading zeros, and perhaps a point
  /// with decimals; nil for anything else.
  init?(_ text: Span<UInt8>) {
    var index = 0
    if !text.isEmpty, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") { index = 1 }
    let start = index
    degrees = 0
    while index < text.count, text[index].isASCIIDigit, index - start < 4 {
      degrees = degrees * 10 + Int(text[index] & 15)
      index += 1
    }
    guard (1...3).contains(index - start), index - start == 1 || text[start] != UInt8(ascii: "0")
    else { return nil }
    (hasFraction, decimals) = (false, 0)
    guard index < text.count else { return }
    guard text[index] == UInt8(ascii: "."), index + 1 < text.count else { return nil }
    for position in index + 1..<text.count {
      guard text[position].isASCIIDigit else { return nil }
      if text[position] != UInt8(ascii: "0") { hasFraction = true }
      decimals += 1
    }
  }

  /// Degrees, minutes and seconds with a hemisphere: `40° 26′ 46.5″ N`; blanks, minutes' and
  /// seconds' signs in ASCII (`'` and `"`), and missing seconds are taken.
  ///
  /// - Parameter hemispheres: the two capital letters that may stand last.
  init?(sexagesimal text: Span<UInt8>, hemispheres: (UInt8, UInt8)) {
    var parts = SexagesimalParts(text)
    guard let degrees = parts.number(before: 0xC2B0, or: 0),
      let minutes = parts.number(before: 0xE280B2, or: 0x27), minutes < 60
    else { return nil }
    let seconds = parts.seconds()
    guard let seconds, seconds.whole < 60, parts.letter(hemispheres) else { return nil }
    self.degrees = degrees
    hasFraction = minutes > 0 || seconds.whole > 0 || seconds.hasFraction
    decimals = 0
  }

  /// Whether it is not beyond so many degrees in either direction.
  func isWithin(_ limit: Int) -> Bool { degrees < limit || degrees == limit && !hasFraction }
}

/// Reads degrees, minutes and seconds from left to right.
private struct SexagesimalParts: ~Escapable {
  private let text: Span<UInt8>
  private var index = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  private mutating func skipBlanks() {
    while index < text.count, text[index] == 0x20 { index += 1 }
  }

  /// Skips a sign, given as its UTF-8 bytes in one number, or its ASCII form.
  private mutating func skip(_ sign: Int, or ascii: UInt8) -> Bool {
    guard index < text.count else { return false }
    if ascii != 0, text[index] == ascii {
      index += 1
      return true
    }
    let width = sign > 0xFFFF ? 3 : 2
    guard index + width <= text.count else { return false }
    for offset in 0..<width
    where text[index + offset] != UInt8(truncatingIfNeeded: sign >> (8 * (width - 1 - offset))) {
      return false
    }
    index += width
    return true
  }

  private mutating func digits() -> Int? {
    skipBlanks()
    let start = index
    var number = 0
    while index < text.count, text[index].isASCIIDigit, index - start < 4 {
      number = number * 10 + Int(text[index] & 15)
      index += 1
    }
    return (1...3).contains(index - start) ? number : nil
  }

  /// A whole number and the sign behind it.
  mutating func number(before sign: Int, or ascii: UInt8) -> Int? {
    guard let number = digits() else { return nil }
    skipBlanks()
    return skip(sign, or: ascii) ? number : nil
  }

  /// Seconds with their sign; none are 0.
  mutating func seconds() -> (whole: Int, hasFraction: Bool)? {
    skipBlanks()
    guard index < text.count, text[index].isASCIIDigit else { return (0, false) }
    guard let whole = digits() else { return nil }
    var hasFraction = false
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      while index < text.count, text[index].isASCIIDigit {
        hasFraction = hasFraction || text[index] != UInt8(ascii: "0")
        index += 1
      }
      if index == start { return nil }
    }
    skipBlanks()
    return skip(0xE280B3, or: 0x22) ? (whole, hasFraction) : nil
  }

  /// Whether one of the letters stands last.
  mutating func letter(_ letters: (UInt8, UInt8)) -> Bool {
    skipBlanks()
    return index + 1 == text.count && (text[index] == letters.0 || text[index] == letters.1)
  }
}
