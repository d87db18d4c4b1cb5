internal import CZlib

/// One stream of zlib's inflate.
///
/// Owned by one noncopyable value, which can therefore be sent between threads.
@safe
struct Inflater: ~Copyable, @unchecked Sendable {
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Parameter windowBits: The parameter of zlib's `inflateInit2`, which selects the window and
  ///   the format.
  init(windowBits: CInt) throws(ReaderError) {
    unsafe stream = .allocate(capacity: 1)
    // Safe because the stream is allocated.
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    if status != Z_OK { throw ReaderError(.compression, "zlib failed (\(status))") }
  }

  deinit {
    // Safe because nothing else refers to the stream.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  mutating func begin() {
    // Safe because the stream is initialized.
    unsafe inflateReset(stream)
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    var status = Z_OK
    var left = 0
    let stream = unsafe stream
    // Safe because zlib stays within the sizes that it is given, within the call, and does not
    // write to its input.
    unsafe output.withUnsafeMutableBufferPointer { buffer, used in
      unsafe input.withUnsafeBufferPointer { source in
        let room = buffer.count - used
        unsafe stream.pointee.next_in = unsafe .init(mutating: source.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(source.count)
        unsafe stream.pointee.next_out = unsafe buffer.baseAddress.map { unsafe $0 + used }
        unsafe stream.pointee.avail_out = UInt32(room)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        left = unsafe Int(stream.pointee.avail_in)
        used += unsafe room - Int(stream.pointee.avail_out)
      }
    }
    let state: DecoderResult.State =
      switch status {
      case Z_OK, Z_BUF_ERROR: .more
      case Z_STREAM_END: .memberEnded
      default: .damaged
      }
    return DecoderResult(consumed: input.count - left, state: state)
  }
}
