internal import CZstd

/// Decompresses zstd (RFC 8878), including skippable frames.
///
/// Uses as much memory as the window that the file requires, up to 64 MiB, which covers the levels
/// 1 to 21 and `--long=26` of `zstd`.
@safe
struct ZstdDecoder: MemberDecoder, ~Copyable, @unchecked Sendable {
  static var name: String { "zstd" }
  private static let windowLogMax: CInt = 26
  /// Owned by this noncopyable value alone, which can therefore be sent between threads.
  private let stream: OpaquePointer

  init() throws(ReaderError) {
    guard let stream = unsafe ZSTD_createDStream() else {
      throw ReaderError(.compression, "zstd: out of memory")
    }
    unsafe self.stream = stream
    // Safe because the stream was just created.
    _ = unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLogMax)
  }

  deinit {
    // Safe because nothing else refers to the stream.
    _ = unsafe ZSTD_freeDStream(stream)
  }

  func begins(with byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }

  mutating func begin() {
    // Safe because the stream exists.
    _ = unsafe ZSTD_DCtx_reset(stream, ZSTD_reset_session_only)
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    var consumed = 0
    var result = 0
    // Safe because zstd stays within the sizes that it is given, within the call.
    unsafe output.withUnsafeMutableBufferPointer { buffer, used in
      unsafe input.withUnsafeBufferPointer { source in
        var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var to = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: used)
        result = unsafe ZSTD_decompressStream(stream, &to, &from)
        consumed = unsafe from.pos
        used = unsafe to.pos
      }
    }
    if ZSTD_isError(result) != 0 {
      let isWindow = ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge
      return DecoderResult(
        consumed: consumed,
        state: isWindow
          ? .refused(
            "requires a window of more than 64 MiB; unpack it first: zstd -d --long=31 FILE")
          : .damaged)
    }
    return DecoderResult(consumed: consumed, state: result == 0 ? .memberEnded : .more)
  }
}

/// The content of a zstd file.
typealias ZstdByteSource = DecompressingByteSource<ZstdDecoder>
