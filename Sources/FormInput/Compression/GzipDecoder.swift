/// Decompresses gzip (RFC 1952).
struct GzipDecoder: MemberDecoder, ~Copyable {
  static var name: String { "gzip" }
  private var inflater: Inflater

  /// 15 is the largest window, and 16 selects gzip.
  init() throws(ReaderError) { inflater = try Inflater(windowBits: 15 + 16) }

  func begins(with byte: UInt8) -> Bool { byte == 0x1F }
  mutating func begin() { inflater.begin() }
  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    inflater.decode(input, into: &output)
  }
}

/// The content of a gzip file.
typealias GzipByteSource = DecompressingByteSource<GzipDecoder>
