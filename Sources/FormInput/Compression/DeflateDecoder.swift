/// Decompresses the content of zip files: deflate (RFC 1951) without header or checksum.
struct DeflateDecoder: MemberDecoder, ~Copyable {
  static var name: String { "zip" }
  private var inflater: Inflater
  private var hasBegun = false

  init() throws(ReaderError) { inflater = try Inflater(windowBits: -15) }

  func begins(with byte: UInt8) -> Bool { !hasBegun }
  mutating func begin() { hasBegun = true }
  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    inflater.decode(input, into: &output)
  }
}
