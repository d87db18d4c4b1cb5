import FormBytes

/// Detection of file types that have no simple signature.
extension ContentReader {
  /// The major brand of an ISO base media file, which is in its first box, `ftyp`.
  var majorBrand: String? {
    mutating get {
      guard has("ftyp", at: 4), let brand = bigEndian(8, 4) else { return nil }
      return String(
        decoding: stride(from: 24, through: 0, by: -8).map {
          UInt8(truncatingIfNeeded: brand >> $0)
        }, as: UTF8.self)
    }
  }

  /// Whether an ISO base media file has one of the major brands, or a general image brand and one
  /// of them as a compatible brand.
  mutating func hasBrand(_ brands: [String]) -> Bool {
    guard let major = majorBrand else { return false }
    if brands.contains(major) { return true }
    guard major == "mif1" || major == "msf1", let length = bigEndian(0, 4) else { return false }
    for offset in stride(from: 16, to: min(length, 512) - 3, by: 4) {
      for brand in brands where has(brand, at: offset) { return true }
    }
    return false
  }

  /// Whether the file is a Matroska file (RFC 9559) that has the document type WebM (`webM` is
  /// true) or another one.
  mutating func isMatroska(webM: Bool) -> Bool {
    guard has([0x1A, 0x45, 0xDF, 0xA3], at: 0) else { return false }
    // The document type is in the header, which has a few dozen bytes.
    let header = prefix(64)
    let isWebM = header.indices.contains { index in
      index + 7 <= header.count
        && header[index..<index + 7].elementsEqual([0x42, 0x82, 0x84] + Array("webm".utf8))
    }
    return isWebM == webM
  }

  /// Whether the file begins with the header of an MPEG audio frame of layer III.
  var isMPEGAudioFrame: Bool {
    mutating get {
      guard byte(0) == 0xFF, let version = byte(1), let rate = byte(2) else { return false }
      return version & 0xE6 == 0xE2 && version & 0x18 != 0x08 && rate & 0xF0 != 0xF0
        && rate & 0x0C != 0x0C
    }
  }

  /// Whether the file is a ZIP archive whose central directory has an entry with a name that begins
  /// with `entry`.
  mutating func isZIP(with entry: String) -> Bool {
    guard has("PK\u{3}\u{4}", at: 0), var offset = centralDirectory() else { return false }
    // Office documents have only a few dozen entries.
    for _ in 0..<2_000 {
      guard has("PK\u{1}\u{2}", at: offset), let name = littleEndian(offset + 28, 2),
        let extra = littleEndian(offset + 30, 2), let comment = littleEndian(offset + 32, 2)
      else { return false }
      if has(entry, at: offset + 46) { return true }
      offset += 46 + name + extra + comment
    }
    return false
  }

  /// The offset of the central directory, from the record at the end of the archive, which a
  /// comment may follow.
  private mutating func centralDirectory() -> Int? {
    for offset in stride(from: size - 22, through: max(0, size - 22 - 65_535), by: -1) {
      if byte(offset) == UInt8(ascii: "P"), has("PK\u{5}\u{6}", at: offset) {
        return littleEndian(offset + 16, 4)
      }
    }
    return nil
  }

  /// Whether the file is markup whose first element has the name. A byte order mark, an XML
  /// declaration, comments and a document type may precede the element.
  mutating func isMarkup(_ name: String) -> Bool {
    var text = prefix(Self.windowBytes).withoutByteOrderMark[...]
    while true {
      text = text.drop { $0.isASCIIBlank }
      guard text.first == UInt8(ascii: "<") else { return false }
      if text.starts(with: Array("<!--".utf8)) {
        guard let end = text.firstRange(of: Array("-->".utf8)) else { return false }
        text = text[end.upperBound...]
      } else if text.starts(with: Array("<?".utf8)) || text.starts(with: Array("<!".utf8)) {
        let doctype = Array("<!doctype \(name)".utf8)
        if text.prefix(doctype.count).map(\.lowercasedASCII).elementsEqual(doctype) { return true }
        guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return false }
        text = text[(end + 1)...]
      } else {
        let element = text.dropFirst().prefix(name.utf8.count).map(\.lowercasedASCII)
        let next = text.dropFirst(1 + name.utf8.count).first
        return element.elementsEqual(name.utf8)
          && next.map { $0.isASCIIBlank || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") }
            ?? false
      }
    }
  }

  /// Whether the file is a JSON array or object of at most 8 MiB.
  mutating func isJSON() -> Bool {
    let first = prefix(Self.windowBytes).first { !$0.isASCIIBlank }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    let text = prefix(size)
    guard text.count == size, let kind = JSONGrammar.kind(of: text.span) else { return false }
    return kind == .object || kind == .array
  }

  /// Whether the first 64 KiB of the file are UTF-8 text without control characters except tab,
  /// line feed, form feed, carriage return and escape. An empty file is not text.
  mutating func isText() -> Bool {
    var text = prefix(65_536)
    guard !text.isEmpty else { return false }
    if text.count < size {
      // The prefix may end within a character.
      while let last = text.last, last & 0xC0 == 0x80 { text.removeLast() }
      if let last = text.last, last >= 0xC0 { text.removeLast() }
    }
    for byte in text where byte < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains(byte) {
      return false
    }
    return (try? UTF8Span(validating: text.span)) != nil
  }
}
