internal import CZlib

/// The content of an entry of a zip file.
struct ZipEntryByteSource: ByteSource, ~Copyable {
  private var base: any ByteSource & ~Copyable
  private let entry: ZipArchive.Entry
  private var checksum: uLong = 0
  private var size = 0

  var packedSize: Int { entry.packedSize }

  init(_ base: consuming any ByteSource & ~Copyable, _ entry: ZipArchive.Entry) {
    self.base = base
    self.entry = entry
  }

  mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    let start = bytes.count
    let found = try base.read(appendingTo: &bytes, atMost: count)
    size += found
    guard size <= entry.size else { throw error() }
    let crc = checksum
    // Safe because the range lies within the array's own buffer.
    checksum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe found == 0 ? crc : crc32_z(crc, buffer.baseAddress! + start, found)
    }
    if found == 0, size != entry.size || UInt32(truncatingIfNeeded: checksum) != entry.checksum {
      throw error()
    }
    return found
  }

  private func error() -> ReaderError {
    ZipArchive.damaged(
      "the entry \(entry.shownName) does not match its checksum; obtain the file again")
  }
}
