import FormBytes

/// Hosts that web browsers accept (WHATWG URL, 3.5).
enum BrowserHost {
  /// Whether the text is a host of a special scheme: an address or a domain, optionally with
  /// percent encoding.
  static func isHost(_ text: Span<UInt8>) -> Bool {
    if text[0] == UInt8(ascii: "[") { return IPAddress.isBracketedVersion6(text) }
    guard text.firstIndex(of: UInt8(ascii: "%")) != nil else { return isDomain(text) }
    let bytes = text.percentDecoded()
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return false }
    return isDomain(bytes.span)
  }

  /// Whether the text is a host of another scheme: any text without the characters that delimit
  /// hosts.
  static func isOpaque(_ text: Span<UInt8>) -> Bool {
    if text[0] == UInt8(ascii: "[") { return IPAddress.isBracketedVersion6(text) }
    for index in 0..<text.count where forbidden.contains(text[index]) { return false }
    return true
  }

  /// Forbidden host code points (3.1).
  private static let forbidden = ASCIISet("\0\t\n\r #/:<>?@[\\]^|")
  /// Forbidden domain code points.
  private static let forbiddenInDomain = ASCIISet {
    forbidden.contains($0) || $0 < 0x20 || $0 == UInt8(ascii: "%") || $0 == 0x7F
  }

  /// The domain parser (3.3), as of 25 June 2026 (whatwg/url #914): ASCII is accepted unchanged,
  /// also after `xn--`; everything else is processed according to UTS #46 with CheckBidi and
  /// CheckJoiners.
  private static func isDomain(_ text: Span<UInt8>) -> Bool {
    if text.isASCII { return isASCIIDomain(text) }
    guard let mapped = DomainMapping.mapped(text, dropsInvisible: true) else { return false }
    var ascii: [UInt8] = []
    var directions = HostName.Directions()
    for label in mapped.split(separator: 0x2E, omittingEmptySubsequences: false) {
      var label = Array(label)
      if label.starts(with: Array("xn--".utf8).map(UInt32.init)) {
        guard let decoded = decodedLabel(label) else { return false }
        label = decoded
      }
      // The following checks evaluate only ASCII; a letter replaces every other character.
      ascii += label.map { $0 < 0x80 ? UInt8($0) : UInt8(ascii: "z") } + [UInt8(ascii: ".")]
      guard InternationalLabel.isValidInBrowsers(label.span) else { return false }
      if !label.isEmpty { directions.add(label.span) }
    }
    ascii.removeLast()
    return directions.agree && isASCIIDomain(ascii.span)
  }

  private static func isASCIIDomain(_ text: Span<UInt8>) -> Bool {
    for index in 0..<text.count where forbiddenInDomain.contains(text[index]) { return false }
    return !text.isEmpty && (!endsInNumber(text) || isVersion4(text))
  }

  /// The decoded form of a Punycode label; nil if it is invalid, ASCII only, or not in mapped form.
  private static func decodedLabel(_ label: [UInt32]) -> [UInt32]? {
    let text = label.dropFirst(4).map { $0 < 0x80 ? UInt8($0) : 0xFF }
    var scalars = InlineArray<63, UInt32>(repeating: 0)
    guard let count = Punycode.decode(text.span, into: &scalars) else { return nil }
    let decoded = scalars.span.extracting(0..<count)
    guard DomainMapping.isMapped(decoded) else { return nil }
    return (0..<count).map { decoded[$0] }
  }

  /// The range of the last part, without a trailing dot.
  private static func lastPart(_ text: Span<UInt8>) -> Range<Int> {
    var end = text.count
    if end > 1, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    let dot = text.extracting(0..<end).lastIndex(of: UInt8(ascii: "."))
    return (dot.map { $0 + 1 } ?? 0)..<end
  }

  /// The ends-in-a-number checker (3.5).
  private static func endsInNumber(_ text: Span<UInt8>) -> Bool {
    let last = text.extracting(lastPart(text))
    if last.isEmpty { return false }
    return last.consists(of: .digits) || number(last) != nil
  }

  /// The IPv4 parser (3.5): one to four parts, in decimal, octal or hexadecimal. The last part
  /// fills the remaining bytes.
  private static func isVersion4(_ text: Span<UInt8>) -> Bool {
    let end = lastPart(text).upperBound
    var (parts, start, last) = (0, 0, UInt64(0))
    for index in 0...end where index == end || text[index] == UInt8(ascii: ".") {
      guard parts < 4, parts == 0 || last <= 255,
        let value = number(text.extracting(start..<index))
      else { return false }
      (parts, start, last) = (parts + 1, index + 1, value)
    }
    return last < 1 << UInt64(8 * (5 - parts))
  }

  /// A part of an IPv4 address; nil if it is not a number. Large numbers are clamped.
  private static func number(_ text: Span<UInt8>) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var (radix, start) = (UInt64(10), 0)
    if text.count >= 2, text[0] == UInt8(ascii: "0") {
      (radix, start) = text[1] | 0x20 == UInt8(ascii: "x") ? (16, 2) : (8, 1)
    }
    var value: UInt64 = 0
    for index in start..<text.count {
      let digit = UInt64(text[index].hexValue)
      guard digit < radix else { return nil }
      value = Swift.min(value * radix + digit, 1 << 40)
    }
    return value
  }
}
