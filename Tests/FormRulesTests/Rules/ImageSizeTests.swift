import Testing

@testable import FormRules

/// The headers of images of each format. Damaged headers do no harm.
@Suite struct ImageSizeTests {
  /// The header of an image of 300 × 200 pixels (TIFF in both byte orders).
  struct Header: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    var size = ImageSize(300, 200)
    var testDescription: String { name }
  }

  private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  private static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return big(content.count + 8, 4) + ascii(type) + content
  }
  private static func tiff(_ number: (Int, Int) -> [UInt8], _ mark: String, _ type: Int) -> [UInt8]
  {
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      let bytes = number(value, type == 3 ? 2 : 4)
      return number(tag, 2) + number(type, 2) + number(1, 4) + bytes + zeros(4 - bytes.count)
    }
    return ascii(mark) + number(42, 2) + number(8, 4) + number(3, 2) + entry(254, 0)
      + entry(256, 300) + entry(257, 200) + zeros(4)
  }
  private static func bigTIFF() -> [UInt8] {
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      big(tag, 2) + big(16, 2) + big(1, 8) + big(value, 8)
    }
    return ascii("MM") + big(43, 2) + big(8, 2) + big(0, 2) + big(16, 8) + big(2, 8)
      + entry(256, 300) + entry(257, 200) + zeros(8)
  }
  private static func heif(_ brand: String) -> [UInt8] {
    func extent(_ width: Int, _ height: Int) -> [UInt8] {
      box("ispe", zeros(4), big(width, 4), big(height, 4))
    }
    return box("ftyp", ascii(brand), zeros(4), ascii("mif1"), ascii(brand))
      + box(
        "meta", zeros(4), box("hdlr", zeros(20)),
        box("iprp", box("ipco", box("colr", zeros(4)), extent(64, 64), extent(300, 200))))
  }
  private static func jpeg(_ frame: UInt8) -> [UInt8] {
    // A segment longer than a window precedes the frame, and a fill byte.
    [0xFF, 0xD8, 0xFF, 0xE1] + big(9_002, 2) + zeros(9_000) + [0xFF, 0xFF, 0xC4] + big(3, 2) + [0]
      + [0xFF, frame] + big(17, 2) + [8] + big(200, 2) + big(300, 2)
  }

  static let headers: [Header] = [
    Header(
      name: "PNG",
      bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + ascii("IHDR")
        + big(300, 4) + big(200, 4)),
    Header(name: "JPEG, baseline", bytes: jpeg(0xC0)),
    Header(name: "JPEG, progressive", bytes: jpeg(0xC2)),
    Header(name: "GIF", bytes: ascii("GIF89a") + little(300, 2) + little(200, 2)),
    Header(
      name: "WebP, lossy",
      bytes: ascii("RIFF") + zeros(4) + ascii("WEBPVP8 ") + zeros(4) + [0x30, 0, 0, 0x9D, 1, 0x2A]
        + little(300 | 1 << 14, 2) + little(200, 2)),
    Header(
      name: "WebP, lossless",
      bytes: ascii("RIFF") + zeros(4) + ascii("WEBPVP8L") + zeros(4) + [0x2F]
        + little(299 | 199 << 14 | 1 << 28, 4)),
    Header(
      name: "WebP, extended",
      bytes: ascii("RIFF") + zeros(4) + ascii("WEBPVP8X") + zeros(8) + little(299, 3)
        + little(199, 3)),
    Header(
      name: "BMP", bytes: ascii("BM") + zeros(12) + little(40, 4) + little(300, 4) + little(200, 4)),
    Header(
      name: "BMP, top down",
      bytes: ascii("BM") + zeros(12) + little(124, 4) + little(300, 4) + little(-200, 4)),
    Header(
      name: "BMP of OS/2",
      bytes: ascii("BM") + zeros(12) + little(12, 4) + little(300, 2) + little(200, 2)),
    Header(name: "TIFF, little", bytes: tiff(little, "II", 4)),
    Header(name: "TIFF, big", bytes: tiff(big, "MM", 3)),
    Header(name: "BigTIFF", bytes: bigTIFF()),
    Header(
      name: "ICO",
      bytes: [0, 0, 1, 0] + little(2, 2) + [16, 16] + zeros(14) + [0, 128] + zeros(14),
      size: ImageSize(256, 128)),
    Header(
      name: "PSD",
      bytes: ascii("8BPS") + big(1, 2) + zeros(6) + big(3, 2) + big(200, 4) + big(300, 4)),
    Header(
      name: "JPEG 2000",
      bytes: box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", ascii("jp2 "))
        + box("jp2h", box("ihdr", big(200, 4), big(300, 4), zeros(6)))),
    Header(name: "AVIF", bytes: heif("avif")),
    Header(name: "HEIC", bytes: heif("heic")),
  ]

  private func size(_ bytes: [UInt8]) -> ImageSize? {
    var reader = ContentReader(MemoryContent(bytes: bytes))
    return ImageSize(&reader)
  }

  @Test(arguments: headers)
  func sizesAreRead(_ header: Header) {
    #expect(size(header.bytes) == header.size)
    #expect(size(header.bytes + Self.zeros(10_000)) == header.size)
    for end in 0..<min(header.bytes.count, 64) { _ = size(Array(header.bytes[..<end])) }
    #expect(size(Array(header.bytes.prefix(9))) == nil)
  }

  @Test(arguments: headers)
  func emptyContentIsNotAnImage(_ header: Header) {
    // An image without width or height is invalid.
    #expect(size(header.bytes.map { [1, 44, 43, 200, 199].contains($0) ? 0 : $0 }) != header.size)
  }

  /// Arbitrary bytes in a header cause neither a trap nor an endless loop.
  @Test(arguments: headers)
  func damagedHeadersDoNotTrap(_ header: Header) {
    var random = SplitMix(seed: UInt64(header.bytes.count) &* 0x9E37_79B9)
    let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
    for round in 0..<1_000 {
      var bytes = header.bytes
      for _ in 0...Int(random.next() % 6) {
        // Most of a header is at the beginning and the end of the file.
        let place = Int(random.next() % 64)
        let index = random.next() % 2 == 0 ? place : bytes.count - 1 - place
        guard bytes.indices.contains(index) else { continue }
        bytes[index] =
          random.next() % 2 == 0
          ? extremes[Int(random.next() % 5)] : UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      var reader = ContentReader(MemoryContent(bytes: bytes))
      if let size = ImageSize(&reader) { #expect(size.width > 0 && size.height > 0) }
      if round % 20 == 0 { for type in MediaType.all { _ = type.fits(&reader) } }
    }
  }

  /// Offsets beyond the end, backwards, or in a cycle.
  @Test(
    arguments: [
      tiff(little, "II", 4).prefix(4) + little(0xFFFF_FFFF, 4),
      tiff(little, "II", 4).prefix(4) + little(4, 4) + zeros(64),
      ascii("MM") + big(43, 2) + big(8, 2) + big(0, 2) + Array(repeating: 0xFF, count: 64),
      ascii("MM") + big(43, 2) + big(8, 2) + big(0, 2) + [0x7F] + Array(repeating: 0xFF, count: 63),
      box("ftyp", ascii("avif")) + big(1, 4) + ascii("meta") + [0x7F]
        + Array(repeating: 0xFF, count: 40),
      box("ftyp", ascii("avif")) + big(0, 4) + ascii("meta") + zeros(4) + big(8, 4) + ascii("free"),
      box("ftyp", ascii("avif")) + big(7, 4) + ascii("meta") + zeros(40),
      [0xFF, 0xD8, 0xFF, 0xE1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE1, 0, 1],
      [0xFF, 0xD8] + Array(repeating: 0xFF, count: 20_000),
      [0, 0, 1, 0, 0xFF, 0xFF], ascii("PK\u{3}\u{4}") + ascii("PK\u{5}\u{6}") + zeros(18),
      ascii("PK\u{3}\u{4}") + ascii("PK\u{5}\u{6}") + Array(repeating: 0xFF, count: 18),
    ] as [[UInt8]])
  func invalidOffsetsAreHandled(_ bytes: [UInt8]) {
    var reader = ContentReader(MemoryContent(bytes: bytes))
    #expect(ImageSize(&reader) == nil)
    for type in MediaType.all { _ = type.fits(&reader) }
  }

  /// Reading stops after 8 MiB of a file that consists of segments or of jumps.
  @Test func readingIsBounded() {
    final class Counter: FileContent {
      let size = 1 << 40
      var windows = 0
      func read(at offset: Int, count: Int) throws(FileRefusal) -> [UInt8] {
        windows += 1
        // An endless sequence of segments of a window's length.
        var bytes = ImageSizeTests.zeros(count)
        for index in 0..<count where (offset + index) % 4_096 == 2 {
          bytes.replaceSubrange(index..<index + 4, with: [0xFF, 0xE1, 0x0F, 0xFE])
        }
        if offset == 0 { bytes.replaceSubrange(0..<2, with: [0xFF, 0xD8]) }
        return bytes
      }
    }
    let endless = Counter()
    var reader = ContentReader(endless)
    #expect(ImageSize(&reader) == nil)
    #expect(endless.windows == ContentReader.maximumWindows)
  }
}

/// SplitMix64 with a fixed seed.
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
