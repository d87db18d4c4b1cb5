internal import CZlib

/// The content of a gzip file (RFC 1952) with one or several members, each of which must have the
/// checksum and the length that it says. Zero bytes after the last are padding.
@safe
package struct GzipByteSource: ByteSource, ~Copyable, @unchecked Sendable {
  /// Past this much content, a file is taken for an attack when it unpacks to more than
  /// `bombRatio` times its size; no text does.
  private static let bombBytes = 64 << 20
  private static let bombRatio = 1000

  private var base: any ByteSource & ~Copyable
  /// Owned by this value alone, which cannot be copied: so it may go from thread to thread.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var position = 0
  private var inputBytes = 0
  private var outputBytes = 0
  private var isInMember = false

  package init(_ base: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    self.base = base
    unsafe stream = .allocate(capacity: 1)
    // safe because the stream is allocated; 15 is the largest window, and 16 asks for gzip.
    unsafe stream.initialize(to: z_stream())
    let status = unsafe inflateInit2_(
      stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    if status != Z_OK { throw ReaderError(.compression, "zlib cannot be used (\(status))") }
  }

  deinit {
    // safe because nothing else refers to the stream.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    while true {
      if position == input.count, try !readInput() {
        if isInMember { throw failure("is cut short; get it again") }
        return 0
      }
      if !isInMember, try !beginMember() { continue }
      let found = try inflate(appendingTo: &bytes, atMost: min(count, 1 << 30))
      outputBytes += found
      if outputBytes > Self.bombBytes, outputBytes / Self.bombRatio > inputBytes {
        throw failure("unpacks to more than \(Self.bombRatio) times its size; unpack it yourself")
      }
      if found > 0 { return found }
    }
  }

  private mutating func readInput() throws(ReaderError) -> Bool {
    input.removeAll(keepingCapacity: true)
    position = 0
    let found = try base.read(appendingTo: &input, atMost: 1 << 16)
    inputBytes += found
    return found > 0
  }

  /// Passes over padding, and prepares for a member if there is one.
  private mutating func beginMember() throws(ReaderError) -> Bool {
    if outputBytes > 0 {
      while position < input.count, input[position] == 0 { position += 1 }
    }
    guard position < input.count else { return false }
    guard input[position] == 0x1F else { throw failure("is followed by something else") }
    // safe because the stream is initialised.
    unsafe inflateReset(stream)
    isInMember = true
    return true
  }

  /// Unpacks until the input is used up, `count` bytes are there, or the member ends.
  private mutating func inflate(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let (stream, input, start) = unsafe (stream, input, position)
    var status = Z_OK
    var found = 0
    bytes.append(addingCapacity: count) { output in
      // safe because zlib reads and writes no more than it is told is there, within the call, and
      // writes nothing to its input.
      unsafe output.withUnsafeMutableBufferPointer { buffer, used in
        unsafe input.withUnsafeBufferPointer { source in
          unsafe stream.pointee.next_in = .init(mutating: source.baseAddress! + start)
          unsafe stream.pointee.avail_in = UInt32(source.count - start)
          unsafe stream.pointee.next_out = buffer.baseAddress! + used
          unsafe stream.pointee.avail_out = UInt32(count)
          status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
          found = unsafe count - Int(stream.pointee.avail_out)
        }
        used += found
      }
    }
    position = unsafe input.count - Int(stream.pointee.avail_in)
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isInMember = false
    default: throw failure("is damaged; get it again")
    }
    return found
  }

  private func failure(_ what: String) -> ReaderError {
    let offset = inputBytes - input.count + position
    return ReaderError(
      .compression, byteOffset: offset, "byte \(offset) of the file: the gzip data \(what)")
  }
}
