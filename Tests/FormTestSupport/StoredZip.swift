/// Zip files without compression.
package enum StoredZip {
  /// A zip file with these entries, stored.
  package static func bytes(
    _ entries: [(name: String, content: String)], flags: UInt8 = 0, method: UInt8 = 0,
    size: Int? = nil, checksum: Int? = nil
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in entries {
      let (name, content) = (Array(name.utf8), Array(content.utf8))
      let fields: [UInt8] =
        [20, 0, flags, 0, method, 0, 0, 0, 0, 0] + number(checksum ?? crc32(content), 4)
        + number(content.count, 4)
        + number(size ?? content.count, 4) + number(name.count, 2) + number(0, 2)
      directory +=
        [0x50, 0x4B, 1, 2, 20, 0] + fields + number(0, 10) + number(bytes.count, 4) + name
      bytes += [0x50, 0x4B, 3, 4] + fields + name + content
    }
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + number(entries.count, 2)
      + number(entries.count, 2) + number(directory.count, 4) + number(bytes.count, 4) + [0, 0]
  }

  /// Of zip files, bit by bit.
  private static func crc32(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return Int(~crc)
  }
}
