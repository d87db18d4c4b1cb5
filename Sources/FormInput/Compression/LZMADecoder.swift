internal import CLzma

/// A file format whose content is compressed with LZMA.
protocol LZMAContainer {
  /// The name of the format in errors.
  static var name: String { get }

  /// Whether a member can begin with this byte.
  static func begins(with byte: UInt8) -> Bool

  /// Prepares an initialized stream for a member. A second call reuses its memory.
  static func prepare(_ stream: UnsafeMutablePointer<lzma_stream>, memoryLimit: UInt64) -> lzma_ret
}

/// xz, which has an integrity check.
enum XzContainer: LZMAContainer {
  static var name: String { "xz" }
  static func begins(with byte: UInt8) -> Bool { byte == 0xFD }

  static func prepare(_ stream: UnsafeMutablePointer<lzma_stream>, memoryLimit: UInt64) -> lzma_ret
  {
    // Safe because the caller provides an initialized stream.
    unsafe lzma_stream_decoder(stream, memoryLimit, 0)
  }
}

/// LZMA alone, the format that preceded xz. It has neither a signature nor an integrity check, so
/// that only some kinds of damage are noticed.
enum LZMAAloneContainer: LZMAContainer {
  static var name: String { "LZMA" }
  static func begins(with byte: UInt8) -> Bool { byte == 0x5D }

  static func prepare(_ stream: UnsafeMutablePointer<lzma_stream>, memoryLimit: UInt64) -> lzma_ret
  {
    // Safe because the caller provides an initialized stream.
    unsafe lzma_alone_decoder(stream, memoryLimit)
  }
}

/// Decompresses LZMA, and verifies the integrity check of formats that have one.
///
/// Uses as much memory as the dictionary that the file requires, up to 64 MiB, which covers the
/// levels 0 to 9 of `xz`.
@safe
struct LZMADecoder<Container: LZMAContainer>: MemberDecoder, ~Copyable, @unchecked Sendable {
  static var name: String { Container.name }
  /// Slightly more than the dictionary of `xz -9`.
  private static var memoryLimit: UInt64 { 66 << 20 }
  /// Owned by this noncopyable value alone, which can therefore be sent between threads.
  private let stream: UnsafeMutablePointer<lzma_stream>

  init() throws(ReaderError) {
    unsafe stream = .allocate(capacity: 1)
    // Safe because the stream is allocated, and LZMA_STREAM_INIT consists of zeros.
    unsafe stream.initialize(to: lzma_stream())
  }

  deinit {
    // Safe because nothing else refers to the stream.
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  func begins(with byte: UInt8) -> Bool { Container.begins(with: byte) }

  mutating func begin() throws(ReaderError) {
    // Safe because the stream is initialized.
    let status = unsafe Container.prepare(stream, memoryLimit: Self.memoryLimit)
    if status != LZMA_OK { throw ReaderError(.compression, "\(Self.name): out of memory") }
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    var status = LZMA_OK
    var left = 0
    let stream = unsafe stream
    // Safe because liblzma stays within the sizes that it is given, within the call.
    unsafe output.withUnsafeMutableBufferPointer { buffer, used in
      unsafe input.withUnsafeBufferPointer { source in
        let room = buffer.count - used
        unsafe stream.pointee.next_in = source.baseAddress
        unsafe stream.pointee.avail_in = source.count
        unsafe stream.pointee.next_out = unsafe buffer.baseAddress.map { unsafe $0 + used }
        unsafe stream.pointee.avail_out = room
        status = unsafe lzma_code(stream, LZMA_RUN)
        left = unsafe stream.pointee.avail_in
        used += unsafe room - stream.pointee.avail_out
      }
    }
    let state: DecoderResult.State =
      switch status {
      case LZMA_OK, LZMA_BUF_ERROR: .more
      case LZMA_STREAM_END: .memberEnded
      case LZMA_MEMLIMIT_ERROR:
        .refused("requires more than 64 MiB of memory; unpack it first: xz -d FILE")
      default: .damaged
      }
    return DecoderResult(consumed: input.count - left, state: state)
  }
}

/// The content of an xz file.
typealias XzByteSource = DecompressingByteSource<LZMADecoder<XzContainer>>

/// The content of a file that is LZMA alone.
typealias LZMAByteSource = DecompressingByteSource<LZMADecoder<LZMAAloneContainer>>
