/// The width and height of an image in pixels, as its header says.
struct ImageSize: Equatable {
  let width: Int
  let height: Int

  /// An image of at least one pixel.
  init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Reads the header of a PNG, JPEG, GIF, WebP, BMP, TIFF, ICO, PSD, JPEG 2000, AVIF or HEIC image;
  /// nil when it is none or its header is damaged. Hostile headers cost at most what `ContentReader`
  /// lets them.
  init?(_ reader: inout ContentReader) {
    let size: ImageSize?
    switch (reader.byte(0), reader.byte(1)) {
    case (0x89, _): size = .png(&reader)
    case (0xFF, 0xD8): size = .jpeg(&reader)
    case (UInt8(ascii: "G"), _): size = .gif(&reader)
    case (UInt8(ascii: "R"), _): size = .webP(&reader)
    case (UInt8(ascii: "B"), _): size = .bmp(&reader)
    case (UInt8(ascii: "I"), _), (UInt8(ascii: "M"), _): size = .tiff(&reader)
    case (UInt8(ascii: "8"), _): size = .psd(&reader)
    case (0, 0): size = .icon(&reader) ?? .boxed(&reader)
    default: size = nil
    }
    guard let size else { return nil }
    self = size
  }

  /// PNG (ISO/IEC 15948): the first chunk is the header.
  private static func png(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0),
      reader.has("IHDR", at: 12)
    else { return nil }
    return ImageSize(reader.bigEndian(16, 4), reader.bigEndian(20, 4))
  }

  /// JPEG (ISO/IEC 10918-1): segments up to the first that begins a frame.
  private static func jpeg(_ reader: inout ContentReader) -> ImageSize? {
    var offset = 2
    while let byte = reader.byte(offset), byte == 0xFF {
      offset += 1
      guard let marker = reader.byte(offset) else { return nil }
      switch marker {
      // Any number of these may fill up.
      case 0xFF: continue
      // Markers without a segment.
      case 0x01, 0xD0...0xD8: offset += 1
      // The frame headers; C4, C8 and CC are tables and a reservation among them.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return ImageSize(reader.bigEndian(offset + 6, 2), reader.bigEndian(offset + 4, 2))
      // The image's end, or data without a frame.
      case 0x00, 0xD9, 0xDA: return nil
      default:
        guard let length = reader.bigEndian(offset + 1, 2), length >= 2 else { return nil }
        offset += 1 + length
      }
    }
    return nil
  }

  /// GIF: the logical screen.
  private static func gif(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) else { return nil }
    return ImageSize(reader.littleEndian(6, 2), reader.littleEndian(8, 2))
  }

  /// WebP (RFC 9649): the canvas of the extended format, else the one frame.
  private static func webP(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("RIFF", at: 0), reader.has("WEBP", at: 8) else { return nil }
    if reader.has("VP8X", at: 12) {
      return ImageSize(
        reader.littleEndian(24, 3).map { $0 + 1 }, reader.littleEndian(27, 3).map { $0 + 1 })
    }
    if reader.has("VP8L", at: 12) {
      guard reader.byte(20) == 0x2F, let bits = reader.littleEndian(21, 4) else { return nil }
      return ImageSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    }
    guard reader.has("VP8 ", at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23) else { return nil }
    return ImageSize(
      reader.littleEndian(26, 2).map { $0 & 0x3FFF }, reader.littleEndian(28, 2).map { $0 & 0x3FFF }
    )
  }

  /// Windows bitmap; a negative height means that rows go down.
  private static func bmp(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("BM", at: 0), let header = reader.littleEndian(14, 4) else { return nil }
    if header == 12 {
      return ImageSize(reader.littleEndian(18, 2), reader.littleEndian(20, 2))
    }
    guard header >= 16, let width = reader.signed(18), let height = reader.signed(22) else {
      return nil
    }
    return ImageSize(width, abs(height))
  }

  /// TIFF 6.0 and BigTIFF: tags 256 and 257 of the first directory.
  private static func tiff(_ reader: inout ContentReader) -> ImageSize? {
    let isLittle = reader.has("II", at: 0)
    guard isLittle || reader.has("MM", at: 0) else { return nil }
    let isBig: Bool
    switch reader.number(2, 2, isLittle) {
    case 42: isBig = false
    case 43: isBig = true
    default: return nil
    }
    let countBytes = isBig ? 8 : 2
    let entryBytes = isBig ? 20 : 12
    guard let directory = reader.number(isBig ? 8 : 4, isBig ? 8 : 4, isLittle),
      directory < reader.size, let count = reader.number(directory, countBytes, isLittle)
    else { return nil }
    var width: Int?
    var height: Int?
    for index in 0..<min(count, 4_096) {
      let entry = directory + countBytes + index * entryBytes
      guard let tag = reader.number(entry, 2, isLittle),
        let type = reader.number(entry + 2, 2, isLittle)
      else { return nil }
      guard tag == 256 || tag == 257 else { continue }
      // A short, a long or, in BigTIFF, eight bytes.
      let bytes = [3: 2, 4: 4, 16: 8][type] ?? 0
      guard bytes > 0 else { return nil }
      let value = reader.number(entry + (isBig ? 12 : 8), bytes, isLittle)
      if tag == 256 { width = value } else { height = value }
    }
    return ImageSize(width, height)
  }

  /// Windows icon: the largest of its images; 0 stands for 256.
  private static func icon(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has([0, 0, 1, 0], at: 0), let count = reader.littleEndian(4, 2) else { return nil }
    var largest: ImageSize?
    for index in 0..<count {
      guard let width = reader.byte(6 + 16 * index), let height = reader.byte(7 + 16 * index) else {
        return nil
      }
      let size = ImageSize(width == 0 ? 256 : Int(width), height == 0 ? 256 : Int(height))
      if size.isLarger(than: largest) { largest = size }
    }
    return largest
  }

  /// Photoshop.
  private static func psd(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("8BPS", at: 0) else { return nil }
    return ImageSize(reader.bigEndian(18, 4), reader.bigEndian(14, 4))
  }
}

extension ImageSize? {
  /// Whether it has more pixels; nothing has fewer than any.
  func isLarger(than other: ImageSize?) -> Bool {
    guard let self else { return false }
    guard let other else { return true }
    return self.width.multipliedFullWidth(by: self.height)
      > other.width.multipliedFullWidth(by: other.height)
  }
}

extension ContentReader {
  /// A number of 32 bits with a sign, least significant byte first.
  fileprivate mutating func signed(_ offset: Int) -> Int? {
    littleEndian(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  fileprivate mutating func number(_ offset: Int, _ count: Int, _ isLittle: Bool) -> Int? {
    isLittle ? littleEndian(offset, count) : bigEndian(offset, count)
  }
}
