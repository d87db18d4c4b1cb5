extension ZipArchive {
  /// The maximum number of entries. No workbook or data file has more.
  private static let maximumEntries = 10_000

  /// Reads the entries from the directory at the end of the file.
  static func directory(_ file: UnnamedFile) throws(ReaderError) -> [Entry] {
    let (offset, size, count) = try end(file)
    guard count <= maximumEntries, size <= 16 << 20 else {
      throw damaged("it has more than \(maximumEntries) entries")
    }
    let bytes = try file.bytes(offset..<(offset + size))
    var entries: [Entry] = []
    var names: Set<String> = []
    var position = 0
    while entries.count < count {
      guard position + 46 <= bytes.count, bytes.integer(at: position, 4) == 0x0201_4B50 else {
        throw damaged("its directory is truncated")
      }
      let nameEnd = position + 46 + bytes.integer(at: position + 28, 2)
      let extraEnd = nameEnd + bytes.integer(at: position + 30, 2)
      guard extraEnd <= bytes.count else { throw damaged("its directory is truncated") }
      var entry = Entry(
        // Some programs write backslashes, against the standard.
        name: String(decoding: bytes[(position + 46)..<nameEnd], as: UTF8.self)
          .replacing("\\", with: "/"),
        isEncrypted: bytes.integer(at: position + 8, 2) & 1 != 0,
        method: bytes.integer(at: position + 10, 2),
        checksum: UInt32(bytes.integer(at: position + 16, 4)),
        packedSize: bytes.integer(at: position + 20, 4),
        size: bytes.integer(at: position + 24, 4),
        headerOffset: bytes.integer(at: position + 42, 4))
      entry.readLongSizes(Array(bytes[nameEnd..<extraEnd]))
      guard entry.headerOffset <= file.size, entry.packedSize <= file.size else {
        throw damaged("its directory contains offsets beyond the end of the file")
      }
      guard entry.isFolder || names.insert(entry.name).inserted else {
        throw damaged("it has two entries \(entry.shownName)")
      }
      entries.append(entry)
      position = extraEnd + bytes.integer(at: position + 32, 2)
    }
    return entries
  }

  /// Returns the offset, the size and the number of entries of the directory.
  private static func end(
    _ file: UnnamedFile
  ) throws(ReaderError) -> (offset: Int, size: Int, count: Int) {
    let start = max(0, file.size - 22 - 0xFFFF)
    let tail = try file.bytes(start..<file.size)
    var position = tail.count - 22
    while position >= 0, tail.integer(at: position, 4) != 0x0605_4B50 { position -= 1 }
    guard position >= 0 else {
      throw damaged("it has no directory; the file is truncated, obtain it again")
    }
    var end = (
      offset: tail.integer(at: position + 16, 4), size: tail.integer(at: position + 12, 4),
      count: tail.integer(at: position + 10, 2)
    )
    if position >= 20, tail.integer(at: position - 20, 4) == 0x0706_4B50 {
      let start = tail.offset(at: position - 12)
      guard start <= file.size - 56 else { throw damaged("its directory is truncated") }
      let long = try file.bytes(start..<start + 56)
      guard long.integer(at: 0, 4) == 0x0606_4B50 else {
        throw damaged("its directory is damaged")
      }
      end = (long.offset(at: 48), long.offset(at: 40), long.offset(at: 32))
    }
    guard end.offset <= file.size, end.size <= file.size - end.offset else {
      throw damaged("its directory is truncated")
    }
    return end
  }
}

extension ZipArchive.Entry {
  /// Reads the sizes that do not fit into 32 bits from an extra field.
  fileprivate mutating func readLongSizes(_ extra: [UInt8]) {
    var position = 0
    while position + 4 <= extra.count {
      let end = position + 4 + extra.integer(at: position + 2, 2)
      if extra.integer(at: position, 2) == 1, end <= extra.count {
        var offset = position + 4
        for field in [\Self.size, \Self.packedSize, \Self.headerOffset]
        where self[keyPath: field] == 0xFFFF_FFFF && offset + 8 <= end {
          self[keyPath: field] = extra.offset(at: offset)
          offset += 8
        }
      }
      position = end
    }
  }
}

extension [UInt8] {
  /// Reads a 64-bit number. Returns `Int.max / 2` for values larger than any file.
  fileprivate func offset(at position: Int) -> Int {
    let low = integer(at: position, 6)
    return integer(at: position + 6, 2) == 0 ? low : Int.max / 2
  }
}
