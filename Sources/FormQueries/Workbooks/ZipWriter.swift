internal import CZlib
import FormBytes

/// Writes a zip archive sequentially, in constant memory.
///
/// Entries are deflated, and their sizes follow their data, so that written bytes are never
/// changed. Zip64 is not used, because some spreadsheet programs reject it.
@safe struct ZipWriter: ~Copyable {
  /// An entry or the archive is larger than 4 GiB.
  struct TooLarge: Error {}

  private struct Entry {
    var name: [UInt8]
    var offset: UInt32
    var checksum: UInt32 = 0
    var packed = 0
    var size = 0
  }

  private let write: ([UInt8]) throws -> Void
  private let stream: UnsafeMutablePointer<z_stream>
  private var entries: [Entry] = []
  private var written = 0
  private var output: [UInt8] = []

  /// - Parameter write: Called with the bytes of the archive, in order.
  init(_ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
    unsafe stream = .allocate(capacity: 1)
    // Safe because the stream is allocated.
    unsafe stream.initialize(to: z_stream())
    // Negative window bits select raw deflate. The only possible failure is a lack of memory.
    let status = unsafe deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib failed (\(status))")
  }

  deinit {
    // Safe because nothing else refers to the stream.
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Begins an entry. The preceding entry must have ended.
  mutating func begin(_ name: String) throws {
    guard let offset = UInt32(exactly: written) else { throw TooLarge() }
    // Safe because the stream is initialized.
    unsafe deflateReset(stream)
    let entry = Entry(name: Array(name.utf8), offset: offset)
    entries.append(entry)
    output.append(littleEndian: 0x0403_4B50 as UInt32)
    appendHeader(entry)
    output += entry.name
    try flush()
  }

  /// Appends bytes to the current entry.
  mutating func append(_ bytes: [UInt8]) throws {
    let last = entries.count - 1
    entries[last].size += bytes.count
    let checksum = entries[last].checksum
    // Safe because zlib reads at most the given number of bytes, within the call.
    entries[last].checksum = unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), $0.baseAddress, $0.count))
    }
    try deflate(bytes.span, Z_NO_FLUSH)
  }

  /// Ends the current entry.
  mutating func end() throws {
    let nothing: [UInt8] = []
    try deflate(nothing.span, Z_FINISH)
    let entry = entries[entries.count - 1]
    guard entry.size <= UInt32.max, entry.packed <= UInt32.max else { throw TooLarge() }
    output.append(littleEndian: 0x0807_4B50 as UInt32)
    appendSizes(entry)
    try flush()
  }

  /// Appends a complete entry.
  mutating func append(_ name: String, _ text: String) throws {
    try begin(name)
    try append(Array(text.utf8))
    try end()
  }

  /// Appends the directory, which completes the archive.
  mutating func finish() throws {
    let start = written
    for entry in entries {
      output.append(littleEndian: 0x0201_4B50 as UInt32)
      output.append(littleEndian: 20 as UInt16)
      appendHeader(entry)
      // No comment, first disk, no attributes.
      output += Array(repeating: 0, count: 10)
      output.append(littleEndian: entry.offset)
      output += entry.name
    }
    try flush()
    guard let offset = UInt32(exactly: start) else { throw TooLarge() }
    output.append(littleEndian: 0x0605_4B50 as UInt32)
    output += Array(repeating: 0, count: 4)
    for _ in 0..<2 { output.append(littleEndian: UInt16(entries.count)) }
    output.append(littleEndian: UInt32(written - start))
    output.append(littleEndian: offset)
    output.append(littleEndian: 0 as UInt16)
    try flush()
  }

  /// Appends the fields that the local header and the directory share: required version 2.0, flags
  /// (sizes follow, names in UTF-8), method deflate, and the date 1980-01-01.
  private mutating func appendHeader(_ entry: Entry) {
    for value: UInt16 in [20, 1 << 3 | 1 << 11, 8, 0, 1 << 5 | 1] {
      output.append(littleEndian: value)
    }
    appendSizes(entry)
    output.append(littleEndian: UInt16(entry.name.count))
    output.append(littleEndian: 0 as UInt16)
  }

  private mutating func appendSizes(_ entry: Entry) {
    output.append(littleEndian: entry.checksum)
    output.append(littleEndian: UInt32(truncatingIfNeeded: entry.packed))
    output.append(littleEndian: UInt32(truncatingIfNeeded: entry.size))
  }

  private mutating func deflate(_ bytes: Span<UInt8>, _ mode: CInt) throws {
    let before = output.count
    let stream = unsafe stream
    // Safe because zlib stays within the sizes that it is given, within the call, and does not
    // write to its input.
    unsafe bytes.withUnsafeBufferPointer { source in
      unsafe stream.pointee.next_in = unsafe .init(mutating: source.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(source.count)
      repeat {
        output.append(addingCapacity: 1 << 15) { output in
          unsafe output.withUnsafeMutableBufferPointer { buffer, used in
            let room = buffer.count - used
            unsafe stream.pointee.next_out = unsafe buffer.baseAddress.map { unsafe $0 + used }
            unsafe stream.pointee.avail_out = UInt32(room)
            _ = unsafe CZlib.deflate(stream, mode)
            used += unsafe room - Int(stream.pointee.avail_out)
          }
        }
      } while unsafe stream.pointee.avail_out == 0
    }
    entries[entries.count - 1].packed += output.count - before
    if output.count >= 1 << 16 { try flush() }
  }

  private mutating func flush() throws {
    written += output.count
    try write(output)
    output.removeAll(keepingCapacity: true)
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
