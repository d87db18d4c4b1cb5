import FormBytes

/// A latitude or longitude, parsed exactly.
struct Coordinate {
  private var degrees: Int
  private var hasFraction: Bool
  /// The number of decimal places; 0 in sexagesimal notation.
  private(set) var decimals: Int

  /// Parses an optional sign, degrees of at most three digits without leading zeros, and optional
  /// decimals; nil for anything else.
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

  /// Parses degrees, minutes and seconds with a hemisphere: `40° 26′ 46.5″ N`. Spaces, ASCII signs
  /// for minutes and seconds (`'` and `"`), and missing seconds are accepted.
  ///
  /// - Parameter hemispheres: The accepted letters at the end.
  init?(sexagesimal text: Span<UInt8>, hemispheres: ASCIISet) {
    var parts = SexagesimalParts(text)
    guard let degrees = parts.number(before: "°", or: nil),
      let minutes = parts.number(before: "′", or: 0x27), minutes < 60
    else { return nil }
    let seconds = parts.seconds()
    guard let seconds, seconds.whole < 60, parts.endsWithLetter(of: hemispheres) else { return nil }
    self.degrees = degrees
    hasFraction = minutes > 0 || seconds.whole > 0 || seconds.hasFraction
    decimals = 0
  }

  /// Whether the absolute value is at most `limit` degrees.
  func isWithin(_ limit: Int) -> Bool { degrees < limit || degrees == limit && !hasFraction }
}

/// Parses degrees, minutes and seconds from left to right.
private struct SexagesimalParts: ~Escapable {
  private let text: Span<UInt8>
  private var index = 0

  @_lifetime(copy text)
  init(_ text: Span<UInt8>) { self.text = text }

  private mutating func skipBlanks() {
    while index < text.count, text[index] == 0x20 { index += 1 }
  }

  /// Skips a sign or its ASCII form. Returns false if neither is next.
  private mutating func skip(_ sign: String, or ascii: UInt8?) -> Bool {
    if let ascii, index < text.count, text[index] == ascii {
      index += 1
      return true
    }
    guard text.has(sign.utf8.span, at: index) else { return false }
    index += sign.utf8.count
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

  /// Parses an integer followed by a sign.
  mutating func number(before sign: String, or ascii: UInt8?) -> Int? {
    guard let number = digits() else { return nil }
    skipBlanks()
    return skip(sign, or: ascii) ? number : nil
  }

  struct Seconds {
    var whole = 0
    var hasFraction = false
  }

  /// Parses optional seconds with their sign. Zero if there are none, nil if they are malformed.
  mutating func seconds() -> Seconds? {
    skipBlanks()
    guard index < text.count, text[index].isASCIIDigit else { return Seconds() }
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
    return skip("″", or: 0x22) ? Seconds(whole: whole, hasFraction: hasFraction) : nil
  }

  /// Whether the rest of the text is one of the letters.
  mutating func endsWithLetter(of letters: ASCIISet) -> Bool {
    skipBlanks()
    return index + 1 == text.count && letters.contains(text[index])
  }
}
