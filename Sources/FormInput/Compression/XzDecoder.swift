internal import CLzma

/// Unpacks xz, with its integrity check.
///
/// Memory is that of the dictionary, which the file asks for: up to 64 MiB, what `xz` takes for its
/// levels 0 to 9.
@safe
struct XzDecoder: MemberDecoder, ~Copyable, @unchecked Sendable {
  static var name: String { "xz" }
  /// A little over the dictionary of `xz -9`.
  private static let memoryLimit: UInt64 = 66 << 20
  /// Owned by this value alone, which cannot be copied: so it may go from thread to thread.
  private let stream: UnsafeMutablePointer<lzma_stream>

  init() throws(ReaderError) {
    unsafe stream = .allocate(capacity: 1)
    // safe because the stream is allocated, and zeros are what LZMA_STREAM_INIT is.
    unsafe stream.initialize(to: lzma_stream())
  }

  deinit {
    // safe because nothing else refers to the stream.
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  func begins(with byte: UInt8) -> Bool { byte == 0xFD }

  mutating func begin() throws(ReaderError) {
    // safe because the stream is initialised; a second call uses its memory again.
    let status = unsafe lzma_stream_decoder(stream, Self.memoryLimit, 0)
    if status != LZMA_OK { throw ReaderError(.compression, "xz cannot be used: no memory") }
  }

  mutating func decode(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) -> DecodedPart {
    var status = LZMA_OK
    var left = 0
    let stream = unsafe stream
    // safe because liblzma reads and writes no more than it is told is there, within the call.
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
    let state: DecodedPart.State =
      switch status {
      case LZMA_OK, LZMA_BUF_ERROR: .more
      case LZMA_STREAM_END: .memberEnded
      case LZMA_MEMLIMIT_ERROR:
        .refused("needs more than 64 MiB to unpack; unpack it first: xz -d FILE")
      default: .damaged
      }
    return DecodedPart(consumed: input.count - left, state: state)
  }
}

/// The content of an xz file.
typealias XzByteSource = UnpackingByteSource<XzDecoder>
