import FormTestSupport
import Foundation
import Testing

@testable import FormInput

/// Compressed files of each format, written by its own tool; see `fixtures/formats/README.md`.
@Suite struct CompressionTests {
  static let names = ["orders.csv.zst", "orders.csv.xz", "orders.csv.bz2"]
  /// LZMA alone has no integrity check.
  static let unchecked = "orders.csv.lzma"

  static func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.fixture("formats/\(name)")))
  }

  /// A dictionary of 4 KiB is the smallest one that programs write.
  @Test func smallestDictionaryIsRecognized() {
    let bytes: [UInt8] = [
      0x5D, 0x00, 0x10, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x30,
      0x8B, 0x08, 0x40, 0xA6, 0x74, 0xD2, 0xAD, 0x08, 0xA6, 0xB6, 0xF5, 0xFF, 0xFF, 0xB1, 0xBC,
      0x00, 0x00,
    ]
    #expect(read(bytes).texts == [["1", "2"]])
    var smaller = bytes
    smaller[2] = 0x08
    #expect(CompressionFormat(of: smaller) == nil)
  }

  private func read(
    _ bytes: [UInt8], chunkSize: Int = .max, _ options: ReaderOptions = ReaderOptions()
  ) -> (texts: [[String?]], detected: DetectedProperties, error: ReaderError?) {
    do throws(ReaderError) {
      let source = MemoryByteSource(bytes, chunkSize: chunkSize)
      let result = readAll(try openReader(source: source, options: options))
      return (result.records.map(\.texts), result.detected, result.error)
    } catch {
      return ([], DetectedProperties(), error)
    }
  }

  @Test(arguments: names + ["orders.zip", unchecked])
  func compressedFileHasTheSameRecords(name: String) throws {
    let plain = read(try Self.fixture("orders.csv"))
    #expect(plain.texts.count == 7)
    for chunkSize in [1, 7, 1 << 16] {
      let result = read(try Self.fixture(name), chunkSize: chunkSize)
      #expect(result.texts == plain.texts)
      #expect(result.error == nil)
      #expect(result.detected.isCompressed)
    }
  }

  /// `cat a.zst b.zst` results in a file with the content of both.
  @Test(arguments: names + [unchecked])
  func concatenatedMembersAreRead(name: String) throws {
    let bytes = try Self.fixture(name)
    let plain = try Self.fixture("orders.csv")
    let padding: [UInt8] = Array(repeating: 0, count: 64)
    let result = read(bytes + bytes + padding, chunkSize: 11)
    #expect(result.texts == read(plain + plain).texts)
    #expect(result.error == nil)
  }

  @Test(arguments: names + ["orders.zip", unchecked])
  func truncatedFileIsAnError(name: String) throws {
    let bytes = try Self.fixture(name)
    for count in stride(from: 14, to: bytes.count, by: 5) {
      let result = read(Array(bytes.prefix(count)))
      #expect(result.error?.kind == .compression, "\(count): \(String(describing: result.error))")
    }
  }

  @Test(arguments: names)
  func corruptionAndTrailingDataAreErrors(name: String) throws {
    let bytes = try Self.fixture(name)
    var damaged = bytes
    damaged[bytes.count / 2] ^= 0x55
    // bzip2 returns a block before it verifies the checksum, so an error of its text may come
    // first.
    #expect([.compression, .header, .missingHeader, .encoding].contains(read(damaged).error?.kind))
    #expect(read(bytes + Array("x".utf8)).error?.message.contains("followed by") == true)
  }

  /// The first bytes determine the format of a file, not its name.
  @Test(arguments: names + [unchecked])
  func formatIsDetectedByContent(name: String) throws {
    let plain = try Self.fixture("orders.csv")
    for other in Self.names {
      let source = MemoryByteSource(try Self.fixture(name))
      let result = try readAll(openReader(source: source, name: other, options: ReaderOptions()))
      #expect(result.records.map(\.texts) == read(plain).texts)
    }
  }

  /// Text that begins like the header of LZMA alone, up to the byte that decides.
  @Test(arguments: [
    "]\u{0}\u{0}\u{1}\u{0}aaaaaaaaa\n", "],a\n1,2,3,4,5,6\n", "]\u{0}\u{10}\u{0}\u{0}aaaaaaaaaa\n",
  ])
  func textThatBeginsLikeLZMAIsText(text: String) {
    #expect(CompressionFormat(of: Array(text.utf8)) == nil)
  }

  /// 100 MiB of one byte in each format; zstd and xz files are compressed twice, and the test
  /// removes the outer layer.
  @Test func decompressionBombsAreRefused() throws {
    try expectRefusal(Bzip2ByteSource(MemoryByteSource(Self.bytes(Self.bzip2Bomb))))
    var inner: [UInt8] = []
    var zstd = try ZstdByteSource(MemoryByteSource(Self.bytes(Self.zstdBomb)))
    while try zstd.read(appendingTo: &inner, atMost: 1 << 20) > 0 {}
    try expectRefusal(ZstdByteSource(MemoryByteSource(inner)))
    inner = []
    var xz = try XzByteSource(MemoryByteSource(Self.bytes(Self.xzBomb)))
    while try xz.read(appendingTo: &inner, atMost: 1 << 20) > 0 {}
    try expectRefusal(XzByteSource(MemoryByteSource(inner)))
  }

  private func expectRefusal(_ source: consuming any ByteSource & ~Copyable) throws {
    var count = 0
    var message = ""
    do throws(ReaderError) {
      var content: [UInt8] = []
      while try source.read(appendingTo: &content, atMost: 1 << 20) > 0 {
        count += content.count
        content.removeAll(keepingCapacity: true)
      }
    } catch {
      message = error.message
    }
    #expect(message.contains("1000 times"))
    #expect(count >= 64 << 20 && count < 100 << 20)
  }

  /// The window size of `zstd --ultra -22`.
  @Test func aWindowThatIsTooLargeIsRefused() {
    // A frame header with that window size: RFC 8878, section 3.1.1.1.2.
    let header: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 17 << 3, 0x01, 0, 0]
    #expect(read(header).error?.message.contains("window of more than 64 MiB") == true)
  }

  @Test func nestedCompressionIsReported() throws {
    let inner: [UInt8] = [0x1F, 0x8B, 8, 0]
    // A stored block: RFC 8878, section 3.1.1.2.
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(inner.count), 1 | 4 << 3, 0, 0]
    #expect(
      read(frame + inner).error?.message == "contains a nested gzip file; unpack it first")
  }

  static func bytes(_ base64: String) -> [UInt8] {
    Data(base64Encoded: base64, options: .ignoreUnknownCharacters).map(Array.init) ?? []
  }

  private static let bzip2Bomb = """
    QlpoOTFBWSZTWdGyqZQAAAFRAIAQAAQwAAAIIABQZoBNVGMzaFQEs/SSQVVvqFQEuMUFZJlNZwm0q8wFfjgEAoAAAC
    CAAMIBNRkKgJakKgJcxQVkmU1klzhy7AGQIhQCQACAAAAggADDMBSmnGlAItiUAi8XckU4UJDn3u8P
    """

  private static let zstdBomb = """
    KLUv/QRotQEApAIotS/9BFhUAAAQAAABAPv/OcACAgAQAEQAAAABAP3/zQsQAwAQAJDTvgUCAMJTWL5fR90mV92hUw
    ==
    """

  private static let xzBomb = """
    /Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4DwbAc1dAH6Ny0WC5oM4+eHt0vlHXxXkfZoM64Er1xqIMdzdnIfQyk6VIU
    /bYgy1Bs2Kjq0n8jco5k4XceCEMPXk5sS7nG80ckgxRdxpB89cdB2Xw3gymiHxa7n7zwUmih58/yp9DKDqGrQF0zFS
    Ynar8QuvEgylhsh6UxgdXjZ+E+YIGGMSAb6v8MaLghKAiZp/f6xFuxRz1ANp8JPdblXwRuMGesErVQevH1Bc2H8Wah
    JamGXVjEy+IFM72fkBAF5trMc7vMKIbLjzobiNAJBkfl7TWJqzNozzSvotL2zSM5gLdEtCbQuI6oumHPDpTeVpICQN
    63kOi4sS4MaR9pwo2aZvpx4w3UPlkg+J4u9rIzozY8uZ0AOH5fVhFCxHAjfoFEc1/hmpR4MpR8SF5E0FeHprTyYX7e
    QkbGZKeme17Ucs0+rQkV9dwR94g6c5hs4TyQXS0nXSyXTN4SE2aTHLJjLjVm4wu+KvLZKk/OV3TXsEsVisz1BSH+H4
    6RsHS4pf5ERoAjAXGAYDtAJvLywNeTx6JGhUPqXsEw6v+v7ZH1P9wBzDqZIi0djDIHowpR+QuuKVutNjp27Vc3VMu2
    pHVYB22Hk0t37La8iDsjpFkz2CAAAAAPwV/mTlZDO1AAHpA5x4AACzg8oYscRn+wIAAAAABFla
    """
}
