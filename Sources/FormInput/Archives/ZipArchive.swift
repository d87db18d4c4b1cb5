/// A zip file (APPNOTE 6.3.10) with its directory.
///
/// Workbooks are zip files, and other files may be compressed as zip files.
///
/// The file is first copied to an unnamed temporary file, because the directory is at its end, and
/// its content must not change while it is read.
final class ZipArchive: Sendable {
  /// An entry of the directory.
  struct Entry: Sendable {
    var name: String
    var isEncrypted: Bool
    var method: Int
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var headerOffset: Int

    var isFolder: Bool { name.hasSuffix("/") }

    /// The name in a form that is safe for messages.
    var shownName: String {
      let scalars = name.unicodeScalars.prefix(80).map { scalar in
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
      }
      return "'\(String(String.UnicodeScalarView(scalars)))'"
    }
  }

  let entries: [Entry]
  private let file: UnnamedFile
  /// The size of the file in bytes.
  var size: Int { file.size }

  /// - Throws: `ReaderError` of kind `compression` if the file has no readable directory.
  init(_ source: consuming any ByteSource & ~Copyable) throws(ReaderError) {
    file = try UnnamedFile(source)
    entries = try Self.directory(file)
  }

  /// Returns the entry with a name. Falls back to ignoring case, which programs treat differently.
  func entry(_ name: String) -> Entry? {
    entries.first { $0.name == name }
      ?? entries.first { $0.name.lowercased() == name.lowercased() }
  }

  /// - Throws: `ReaderError` if two entries have the same name but for case, so that programs
  ///   would read different ones.
  func requireDistinctNames() throws(ReaderError) {
    var names: Set<String> = []
    for entry in entries where !entry.isFolder && !names.insert(entry.name.lowercased()).inserted {
      throw Self.damaged("it has two entries \(entry.shownName)")
    }
  }

  /// Opens the content of an entry. Its size and checksum must match the directory.
  func open(_ entry: Entry) throws(ReaderError) -> ZipEntryByteSource {
    if entry.isEncrypted {
      throw ReaderError(.content, "the zip file is encrypted; unpack it first: unzip FILE")
    }
    let header = try file.bytes(entry.headerOffset..<(entry.headerOffset + 30))
    guard header.count == 30, header.integer(at: 0, 4) == 0x0403_4B50 else {
      throw Self.damaged("the entry \(entry.shownName) is not at its offset")
    }
    let start = entry.headerOffset + 30 + header.integer(at: 26, 2) + header.integer(at: 28, 2)
    guard entry.packedSize <= file.size - start else {
      throw Self.damaged("the entry \(entry.shownName) is truncated")
    }
    let packed = UnnamedFileByteSource(file, start..<(start + entry.packedSize))
    switch entry.method {
    case 0: return ZipEntryByteSource(packed, entry)
    case 8: return ZipEntryByteSource(try DecompressingByteSource<DeflateDecoder>(packed), entry)
    default:
      throw ReaderError(
        .compression,
        "the zip file uses an unsupported compression method (\(entry.method)); unpack it first: unzip FILE"
      )
    }
  }

  static func damaged(_ what: String) -> ReaderError {
    ReaderError(.compression, "the zip file is damaged: \(what)")
  }
}

extension [UInt8] {
  /// Reads a little-endian number of at most 7 bytes.
  func integer(at position: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[position + $1]) << (8 * $1) }
  }
}
