import FormBytes

/// Detects multibyte encodings in text that is not UTF-8.
///
/// Text in a multibyte encoding consists mainly of characters that are frequent in it: kana and
/// common kanji, Hangul syllables, or level-1 hanzi. Text in another encoding is invalid in it or
/// contains few such characters.
struct MultibyteDetector: Sendable {
  /// The number of non-ASCII bytes.
  private(set) var bytes = 0
  /// The number of pieces of text, such as records.
  private(set) var pieces = 0
  /// By encoding, the number of bytes of frequent characters.
  private var frequent = [0, 0, 0, 0, 0]
  /// By encoding, the number of pieces that are invalid in it.
  private var invalid = [0, 0, 0, 0, 0]
  /// The number of bytes of kana in EUC-JP.
  private var kana = 0
  /// By encoding, the number of bytes of characters whose second byte is ASCII.
  private var low = [0, 0, 0, 0, 0]

  private static let encodings: [TextEncoding] = [.gb18030, .big5, .shiftJIS, .eucJP, .eucKR]
  /// The minimum number of bytes. Less text is inconclusive.
  private static let leastBytes = 4

  /// Examines a piece of text. Complexity: linear.
  mutating func add(_ text: Span<UInt8>) {
    pieces += 1
    for index in text.indices where text[index] >= 0x80 { bytes += 1 }
    for candidate in Self.encodings.indices { count(text, candidate) }
  }

  private mutating func count(_ text: Span<UInt8>, _ candidate: Int) {
    var index = 0
    var found = 0
    while index < text.count {
      let first = text[index]
      if first < 0x80 {
        index += 1
        continue
      }
      let second = index + 1 < text.count ? text[index + 1] : 0
      let (length, isFrequent) = Self.character(
        Self.encodings[candidate], first: first, second: second)
      guard length > 0 else {
        invalid[candidate] += 1
        return
      }
      if isFrequent { found += length }
      if length == 2, second < 0x7F { low[candidate] += 2 }
      if Self.encodings[candidate] == .eucJP, first == 0xA4 || first == 0xA5 { kana += length }
      index += length
    }
    frequent[candidate] += found
  }

  /// Returns the number of bytes of a character, or 0 if it is invalid, and whether it is frequent.
  private static func character(
    _ encoding: TextEncoding, first: UInt8, second: UInt8
  ) -> (length: Int, isFrequent: Bool) {
    let isHigh = (0xA1...0xFE).contains(second)
    switch encoding {
    case .gb18030:
      if (0x30...0x39).contains(second) { return (first > 0x80 ? 4 : 0, false) }
      guard (0x81...0xFE).contains(first), (0x40...0xFE).contains(second), second != 0x7F else {
        return (0, false)
      }
      return (2, isHigh && ((0xB0...0xD7).contains(first) || (0xA1...0xA3).contains(first)))
    case .big5:
      guard (0x81...0xFE).contains(first), (0x40...0x7E).contains(second) || isHigh else {
        return (0, false)
      }
      return (2, (0xA1...0xC6).contains(first))
    case .shiftJIS:
      if (0xA1...0xDF).contains(first) { return (1, false) }
      guard (0x81...0x9F).contains(first) || (0xE0...0xFC).contains(first),
        (0x40...0xFC).contains(second), second != 0x7F
      else { return (0, false) }
      return (2, (0x81...0x83).contains(first) || (0x88...0x97).contains(first))
    case .eucJP:
      if first == 0x8E { return ((0xA1...0xDF).contains(second) ? 2 : 0, false) }
      guard isHigh, (0xA1...0xFE).contains(first) else { return (0, false) }
      return (2, [0xA1, 0xA4, 0xA5].contains(first) || (0xB0...0xCF).contains(first))
    default:
      guard (0x81...0xFE).contains(first), (0x41...0xFE).contains(second) else { return (0, false) }
      return (2, isHigh && (0xB0...0xC8).contains(first))
    }
  }

  /// The detected encoding, or nil if the signs are too few or contradictory.
  var encoding: TextEncoding? {
    guard bytes >= Self.leastBytes else { return nil }
    let candidates = Self.encodings.indices.filter { candidate in
      // A third of all characters have a non-ASCII second byte. After the quotes of windows-1252,
      // all second bytes are ASCII.
      invalid[candidate] * 10 <= pieces && frequent[candidate] * 10 >= bytes * 6
        && low[candidate] * 4 <= frequent[candidate] * 3
    }
    func share(_ encoding: TextEncoding) -> Int {
      candidates.first { Self.encodings[$0] == encoding }.map { frequent[$0] } ?? 0
    }
    if share(.shiftJIS) > 0 { return .shiftJIS }
    if kana * 10 >= bytes, share(.eucJP) > 0 { return .eucJP }
    if share(.big5) > share(.gb18030), low[1] * 100 >= bytes * 15 { return .big5 }
    // Hangul syllables have the same codes as the first half of the hanzi.
    if share(.eucKR) * 10 >= share(.gb18030) * 9, share(.eucKR) > 0 { return .eucKR }
    return share(.gb18030) > 0 ? .gb18030 : nil
  }
}
