/// Zip files without compression.
package enum StoredZip {
  /// An entry that was already compressed with deflate.
  package struct Packed {
    var name: String
    var content: [UInt8]
    var size: Int
    var checksum: Int

    package init(_ name: String, _ content: [UInt8], size: Int, checksum: Int) {
      (self.name, self.content, self.size, self.checksum) = (name, content, size, checksum)
    }
  }

  /// Returns a zip file with stored entries, preceded by the compressed ones.
  package static func bytes(
    _ entries: [(name: String, content: String)], flags: UInt8 = 0, method: UInt8 = 0,
    size: Int? = nil, checksum: Int? = nil, packed: [Packed] = []
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    func add(_ name: String, _ content: [UInt8], _ method: UInt8, _ size: Int, _ checksum: Int) {
      let name = Array(name.utf8)
      let fields: [UInt8] =
        [20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(checksum, 4)
        + number(content.count, 4) + number(size, 4) + number(name.count, 2) + number(0, 2)
      directory +=
        [0x50, 0x4B, 1, 2, 20, 0] + fields + number(0, 10) + number(bytes.count, 4) + name
      bytes += [0x50, 0x4B, 3, 4] + fields + name + content
    }
    for entry in packed { add(entry.name, entry.content, 8, entry.size, entry.checksum) }
    for (name, text) in entries {
      let content = Array(text.utf8)
      add(name, content, method, size ?? content.count, checksum ?? crc32(content))
    }
    let count = entries.count + packed.count
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(count, 2)
      + number(count, 2) + number(directory.count, 4) + number(bytes.count, 4) + [0, 0]
  }

  /// The CRC-32 of zip files, calculated bit by bit.
  private static func crc32(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return Int(~crc)
  }
}
