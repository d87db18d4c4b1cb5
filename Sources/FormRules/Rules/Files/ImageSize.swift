/// The width and height of an image in pixels, according to its header.
struct ImageSize: Equatable {
  let width: Int
  let height: Int

  /// Returns nil unless both dimensions are at least 1.
  init?(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.width = width
    self.height = height
  }

  /// Reads the header of a PNG, JPEG, GIF, WebP, BMP, TIFF, ICO, PSD, JPEG 2000, AVIF or HEIC
  /// image. Returns nil if the file is not an image or its header is damaged. The limits of
  /// `ContentReader` bound the cost of malicious headers.
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

  /// Reads a PNG (ISO/IEC 15948), whose first chunk is the header.
  private static func png(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0),
      reader.has("IHDR", at: 12)
    else { return nil }
    return ImageSize(reader.bigEndian(16, 4), reader.bigEndian(20, 4))
  }

  /// Reads a JPEG (ISO/IEC 10918-1): its segments up to the first frame header.
  private static func jpeg(_ reader: inout ContentReader) -> ImageSize? {
    var offset = 2
    while let byte = reader.byte(offset), byte == 0xFF {
      offset += 1
      guard let marker = reader.byte(offset) else { return nil }
      switch marker {
      // Fill bytes, of which there may be any number.
      case 0xFF: continue
      // Markers without a segment.
      case 0x01, 0xD0...0xD8: offset += 1
      // Frame headers. C4 and CC, in the same range, are tables, and C8 is reserved.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return ImageSize(reader.bigEndian(offset + 6, 2), reader.bigEndian(offset + 4, 2))
      // The end of the image, or data without a frame header.
      case 0x00, 0xD9, 0xDA: return nil
      default:
        guard let length = reader.bigEndian(offset + 1, 2), length >= 2 else { return nil }
        offset += 1 + length
      }
    }
    return nil
  }

  /// Reads the logical screen of a GIF.
  private static func gif(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("GIF87a", at: 0) || reader.has("GIF89a", at: 0) else { return nil }
    return ImageSize(reader.littleEndian(6, 2), reader.littleEndian(8, 2))
  }

  /// Reads a WebP (RFC 9649): the canvas of the extended format, otherwise the single frame.
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

  /// Reads a Windows bitmap. A negative height means that rows are stored top to bottom.
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

  /// Reads tags 256 and 257 in the first directory of a TIFF 6.0 or BigTIFF.
  private static func tiff(_ reader: inout ContentReader) -> ImageSize? {
    let isLittleEndian = reader.has("II", at: 0)
    guard isLittleEndian || reader.has("MM", at: 0) else { return nil }
    let isBig: Bool
    switch reader.number(2, 2, isLittleEndian: isLittleEndian) {
    case 42: isBig = false
    case 43: isBig = true
    default: return nil
    }
    let countBytes = isBig ? 8 : 2
    let entryBytes = isBig ? 20 : 12
    guard
      let directory = reader.number(isBig ? 8 : 4, isBig ? 8 : 4, isLittleEndian: isLittleEndian),
      directory < reader.size,
      let count = reader.number(directory, countBytes, isLittleEndian: isLittleEndian)
    else { return nil }
    var width: Int?
    var height: Int?
    for index in 0..<min(count, 4_096) {
      let entry = directory + countBytes + index * entryBytes
      guard let tag = reader.number(entry, 2, isLittleEndian: isLittleEndian),
        let type = reader.number(entry + 2, 2, isLittleEndian: isLittleEndian)
      else { return nil }
      guard tag == 256 || tag == 257 else { continue }
      // The types SHORT, LONG and, in BigTIFF, LONG8.
      let bytes = [3: 2, 4: 4, 16: 8][type] ?? 0
      guard bytes > 0 else { return nil }
      let value = reader.number(entry + (isBig ? 12 : 8), bytes, isLittleEndian: isLittleEndian)
      if tag == 256 { width = value } else { height = value }
    }
    return ImageSize(width, height)
  }

  /// Reads the largest image of a Windows icon; 0 means 256.
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

  /// Reads a Photoshop document.
  private static func psd(_ reader: inout ContentReader) -> ImageSize? {
    guard reader.has("8BPS", at: 0) else { return nil }
    return ImageSize(reader.bigEndian(18, 4), reader.bigEndian(14, 4))
  }
}

extension ImageSize? {
  /// Whether the image has more pixels than another. Nil has fewer than any image.
  func isLarger(than other: ImageSize?) -> Bool {
    guard let self else { return false }
    guard let other else { return true }
    return self.width.multipliedFullWidth(by: self.height)
      > other.width.multipliedFullWidth(by: other.height)
  }
}

extension ContentReader {
  /// A signed little-endian number of 32 bits.
  fileprivate mutating func signed(_ offset: Int) -> Int? {
    littleEndian(offset, 4).map { Int(Int32(truncatingIfNeeded: $0)) }
  }

  fileprivate mutating func number(_ offset: Int, _ count: Int, isLittleEndian: Bool) -> Int? {
    isLittleEndian ? littleEndian(offset, count) : bigEndian(offset, count)
  }
}
