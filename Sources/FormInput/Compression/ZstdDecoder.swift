internal import CZstd

/// Unpacks zstd (RFC 8878), skippable frames too.
///
/// Memory is that of the window, which the file asks for: up to 64 MiB, what `zstd` takes for its levels
/// 1 to 21 and `--long=26`.
@safe
struct ZstdDecoder: MemberDecoder, ~Copyable, @unchecked Sendable {
  static var name: String { "zstd" }
  private static let windowLogMax: CInt = 26
  /// Owned by this value alone, which cannot be copied: so it may go from thread to thread.
  private let stream: OpaquePointer

  init() throws(ReaderError) {
    guard let stream = unsafe ZSTD_createDStream() else {
      throw ReaderError(.compression, "zstd cannot be used: no memory")
    }
    unsafe self.stream = stream
    // safe because the stream was just made.
    _ = unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLogMax)
  }

  deinit {
    // safe because nothing else refers to the stream.
    _ = unsafe ZSTD_freeDStream(stream)
  }

  func begins(with byte: UInt8) -> Bool { byte == 0x28 || byte & 0xF0 == 0x50 }

  mutating func begin() {
    // safe because the stream lives.
    _ = unsafe ZSTD_DCtx_reset(stream, ZSTD_reset_session_only)
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecodedPart {
    var consumed = 0
    var result = 0
    // safe because zstd reads and writes no more than it is told is there, within the call.
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
      return DecodedPart(
        consumed: consumed,
        state: isWindow
          ? .refused("needs a window of more than 64 MiB; unpack it first: zstd -d --long=31 FILE")
          : .damaged)
    }
    return DecodedPart(consumed: consumed, state: result == 0 ? .memberEnded : .more)
  }
}

/// The content of a zstd file.
typealias ZstdByteSource = UnpackingByteSource<ZstdDecoder>
