extension ImageSize {
  /// Reads JPEG 2000 (ISO/IEC 15444-1), AVIF and HEIC (ISO/IEC 23008-12), which consist of nested
  /// boxes. If there are several images, such as the picture, its tiles and a thumbnail, the
  /// largest counts.
  static func boxed(_ reader: inout ContentReader) -> ImageSize? {
    guard let first = reader.box(at: 0, before: reader.size) else { return nil }
    if first.type == "jP  " {
      guard let header = reader.firstBox("jp2h", in: first.end..<reader.size),
        let image = reader.firstBox("ihdr", in: header)
      else { return nil }
      return ImageSize(
        reader.bigEndian(image.lowerBound + 4, 4), reader.bigEndian(image.lowerBound, 4))
    }
    guard first.type == "ftyp", let meta = reader.firstBox("meta", in: first.end..<reader.size),
      meta.count >= 4,
      // The box begins with four bytes of version and flags.
      let properties = reader.firstBox("iprp", in: meta.lowerBound + 4..<meta.upperBound),
      let list = reader.firstBox("ipco", in: properties)
    else { return nil }
    var largest: ImageSize?
    var offset = list.lowerBound
    for _ in 0..<ContentReader.maximumBoxes {
      guard let box = reader.box(at: offset, before: list.upperBound) else { break }
      if box.type == "ispe" {
        let size = ImageSize(reader.bigEndian(box.start + 4, 4), reader.bigEndian(box.start + 8, 4))
        if size.isLarger(than: largest) { largest = size }
      }
      offset = box.end
    }
    return largest
  }
}

extension ContentReader {
  /// The maximum number of boxes read from one list.
  static let maximumBoxes = 1_000

  /// A box of an ISO base media file: its type and the range of its content.
  struct Box {
    var type: String
    var start: Int
    var end: Int
  }

  /// The box at an offset; nil if there is none or it extends beyond `limit`.
  mutating func box(at offset: Int, before limit: Int) -> Box? {
    guard offset <= limit - 8, let short = bigEndian(offset, 4) else { return nil }
    let type = String(decoding: (4..<8).compactMap { byte(offset + $0) }, as: UTF8.self)
    var start = offset + 8
    var length = short
    if short == 1 {
      guard let long = bigEndian(offset + 8, 8) else { return nil }
      length = long
      start += 8
    } else if short == 0 {
      length = limit - offset
    }
    guard length >= start - offset, length <= limit - offset else { return nil }
    return Box(type: type, start: start, end: offset + length)
  }

  /// The range of the content of the first box with a type.
  mutating func firstBox(_ type: String, in range: Range<Int>) -> Range<Int>? {
    var offset = range.lowerBound
    for _ in 0..<Self.maximumBoxes {
      guard let box = box(at: offset, before: range.upperBound) else { return nil }
      if box.type == type { return box.start..<box.end }
      offset = box.end
    }
    return nil
  }
}
