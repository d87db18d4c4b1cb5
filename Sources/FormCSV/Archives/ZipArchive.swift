internal import CZlib

/// A zip file (APPNOTE 6.3.10) with its directory: what a workbook is, and what files are sent in.
///
/// The file is copied to an unnamed temporary one first: the directory stands at its end, and what it says
/// must not change while it is read.
final class ZipArchive: Sendable {
  /// What the directory says of an entry.
  struct Entry: Sendable {
    var name: String
    var isEncrypted: Bool
    var method: Int
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var headerOffset: Int

    var isFolder: Bool { name.hasSuffix("/") }

    /// The name as it may stand in a message.
    var shownName: String {
      let scalars = name.unicodeScalars.prefix(80).map { scalar in
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
      }
      return "'\(String(String.UnicodeScalarView(scalars)))'"
    }
  }

  /// More entries than a workbook or a delivery has.
  private static let maximumEntries = 10_000

  let entries: [Entry]
  private let file: TemporaryFile

  /// - Throws: `ReaderError` of kind `compression` when there is no directory that can be read.
  init(_ source: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    file = try TemporaryFile(source)
    entries = try Self.directory(file)
  }

  /// The entry of that name, in any case: programs differ in that.
  func entry(_ name: String) -> Entry? {
    entries.first { $0.name == name }
      ?? entries.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The content of an entry, whose size and checksum must be what the directory says.
  func open(_ entry: Entry) throws(ReaderError) -> ZipEntrySource {
    if entry.isEncrypted {
      throw ReaderError(.content, "the zip file has a password; unpack it first: unzip FILE")
    }
    let header = try file.bytes(entry.headerOffset..<(entry.headerOffset + 30))
    guard header.count == 30, header.integer(at: 0, 4) == 0x0403_4B50 else {
      throw Self.damaged("the entry \(entry.shownName) is not where it should be")
    }
    let start = entry.headerOffset + 30 + header.integer(at: 26, 2) + header.integer(at: 28, 2)
    guard entry.packedSize <= file.size - start else {
      throw Self.damaged("the entry \(entry.shownName) is cut short")
    }
    let packed = TemporaryFileSource(file: file, range: start..<(start + entry.packedSize))
    switch entry.method {
    case 0: return ZipEntrySource(packed, entry)
    case 8: return ZipEntrySource(try UnpackingByteSource<DeflateDecoder>(packed), entry)
    default:
      throw ReaderError(
        .compression,
        "the zip file packs in a way of its own (method \(entry.method)); unpack it first: unzip FILE"
      )
    }
  }

  private static func directory(_ file: TemporaryFile) throws(ReaderError) -> [Entry] {
    let (offset, size, count) = try end(file)
    guard count <= maximumEntries, size <= 16 << 20 else {
      throw damaged("it has more than \(maximumEntries) entries")
    }
    let bytes = try file.bytes(offset..<(offset + size))
    var entries: [Entry] = []
    var position = 0
    while entries.count < count {
      guard position + 46 <= bytes.count, bytes.integer(at: position, 4) == 0x0201_4B50 else {
        throw damaged("its directory is cut short")
      }
      let nameEnd = position + 46 + bytes.integer(at: position + 28, 2)
      let extraEnd = nameEnd + bytes.integer(at: position + 30, 2)
      guard extraEnd <= bytes.count else { throw damaged("its directory is cut short") }
      var entry = Entry(
        name: String(decoding: bytes[(position + 46)..<nameEnd], as: UTF8.self),
        isEncrypted: bytes.integer(at: position + 8, 2) & 1 != 0,
        method: bytes.integer(at: position + 10, 2),
        checksum: UInt32(bytes.integer(at: position + 16, 4)),
        packedSize: bytes.integer(at: position + 20, 4),
        size: bytes.integer(at: position + 24, 4),
        headerOffset: bytes.integer(at: position + 42, 4))
      entry.readLongSizes(Array(bytes[nameEnd..<extraEnd]))
      guard entry.headerOffset <= file.size, entry.packedSize <= file.size else {
        throw damaged("its directory names places that it does not have")
      }
      entries.append(entry)
      position = extraEnd + bytes.integer(at: position + 32, 2)
    }
    return entries
  }

  /// Where the directory stands, its size, and its number of entries.
  private static func end(
    _ file: TemporaryFile
  ) throws(ReaderError) -> (offset: Int, size: Int, count: Int) {
    let start = max(0, file.size - 22 - 0xFFFF)
    let tail = try file.bytes(start..<file.size)
    var position = tail.count - 22
    while position >= 0, tail.integer(at: position, 4) != 0x0605_4B50 { position -= 1 }
    guard position >= 0 else { throw damaged("it has no directory; it is cut short, get it again") }
    var end = (
      offset: tail.integer(at: position + 16, 4), size: tail.integer(at: position + 12, 4),
      count: tail.integer(at: position + 10, 2)
    )
    if position >= 20, tail.integer(at: position - 20, 4) == 0x0706_4B50 {
      let long = try file.bytes(tail.offset(at: position - 12)..<file.size)
      guard long.count >= 56, long.integer(at: 0, 4) == 0x0606_4B50 else {
        throw damaged("its directory is damaged")
      }
      end = (long.offset(at: 48), long.offset(at: 40), long.offset(at: 32))
    }
    guard end.offset <= file.size, end.size <= file.size - end.offset else {
      throw damaged("its directory is cut short")
    }
    return end
  }

  static func damaged(_ what: String) -> ReaderError {
    ReaderError(.compression, "the zip file is damaged: \(what)")
  }
}

extension ZipArchive.Entry {
  /// The sizes that did not fit into 32 bits stand in an extra field.
  fileprivate mutating func readLongSizes(_ extra: [UInt8]) {
    var position = 0
    while position + 4 <= extra.count {
      let end = position + 4 + extra.integer(at: position + 2, 2)
      if extra.integer(at: position, 2) == 1, end <= extra.count {
        var place = position + 4
        for field in [\Self.size, \Self.packedSize, \Self.headerOffset]
        where self[keyPath: field] == 0xFFFF_FFFF && place + 8 <= end {
          self[keyPath: field] = extra.offset(at: place)
          place += 8
        }
      }
      position = end
    }
  }
}

extension [UInt8] {
  /// The little-endian number of that many bytes, at most 7.
  fileprivate func integer(at position: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[position + $1]) << (8 * $1) }
  }

  /// A 64-bit number; what no file can have becomes `Int.max / 2`.
  fileprivate func offset(at position: Int) -> Int {
    let low = integer(at: position, 6)
    return integer(at: position + 6, 2) == 0 ? low : Int.max / 2
  }
}

/// The content of an entry of a zip file.
struct ZipEntrySource: ByteSource, ~Copyable {
  private var base: any ByteSource & ~Copyable
  private let entry: ZipArchive.Entry
  private var checksum: uLong = 0
  private var size = 0

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
    guard size <= entry.size else { throw failure() }
    let crc = checksum
    // safe because the range lies within the array's own buffer.
    checksum = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe found == 0 ? crc : crc32_z(crc, buffer.baseAddress! + start, found)
    }
    if found == 0, size != entry.size || UInt32(truncatingIfNeeded: checksum) != entry.checksum {
      throw failure()
    }
    return found
  }

  private func failure() -> ReaderError {
    ZipArchive.damaged("the entry \(entry.shownName) is not what its checksum says; get it again")
  }
}
