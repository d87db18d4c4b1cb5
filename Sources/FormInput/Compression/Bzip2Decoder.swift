internal import CBzip2

/// Decompresses bzip2, using about 4 MiB of memory.
@safe
struct Bzip2Decoder: MemberDecoder, ~Copyable, @unchecked Sendable {
  static var name: String { "bzip2" }
  /// Owned by this noncopyable value alone, which can therefore be sent between threads.
  private let stream: UnsafeMutablePointer<bz_stream>
  private var isOpen = false

  init() throws(ReaderError) {
    unsafe stream = .allocate(capacity: 1)
    // Safe because the stream is allocated.
    unsafe stream.initialize(to: bz_stream())
  }

  deinit {
    // Safe because nothing else refers to the stream.
    if isOpen { unsafe BZ2_bzDecompressEnd(stream) }
    unsafe stream.deallocate()
  }

  func begins(with byte: UInt8) -> Bool { byte == UInt8(ascii: "B") }

  mutating func begin() throws(ReaderError) {
    // Safe because the stream is initialized, and closed before it is opened again.
    if isOpen { unsafe BZ2_bzDecompressEnd(stream) }
    isOpen = unsafe BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK
    if !isOpen { throw ReaderError(.compression, "bzip2: out of memory") }
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecoderResult
  {
    var status = BZ_OK
    var left = 0
    let stream = unsafe stream
    // Safe because libbz2 stays within the sizes that it is given, within the call, and does not
    // write to its input.
    unsafe output.withUnsafeMutableBufferPointer { buffer, used in
      unsafe input.withUnsafeBufferPointer { source in
        unsafe source.withMemoryRebound(to: CChar.self) { source in
          let room = buffer.count - used
          unsafe stream.pointee.next_in = unsafe .init(mutating: source.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(source.count)
          unsafe stream.pointee.next_out = unsafe UnsafeMutableRawPointer(buffer.baseAddress)
            .map { unsafe ($0 + used).assumingMemoryBound(to: CChar.self) }
          unsafe stream.pointee.avail_out = UInt32(room)
          status = unsafe BZ2_bzDecompress(stream)
          left = unsafe Int(stream.pointee.avail_in)
          used += unsafe room - Int(stream.pointee.avail_out)
        }
      }
    }
    let state: DecoderResult.State =
      switch status {
      case BZ_OK: .more
      case BZ_STREAM_END: .memberEnded
      default: .damaged
      }
    return DecoderResult(consumed: input.count - left, state: state)
  }
}

/// The content of a bzip2 file.
typealias Bzip2ByteSource = DecompressingByteSource<Bzip2Decoder>
