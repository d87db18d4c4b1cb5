/// The compression of a file, according to its first bytes.
enum CompressionFormat: CaseIterable {
  case gzip, zstd, xz, lzma, bzip2, zip

  /// The extension that follows that of the compressed file, without the dot; nil for an archive,
  /// whose entries have their own names.
  var fileExtension: String? {
    switch self {
    case .gzip: "gz"
    case .zstd: "zst"
    case .xz: "xz"
    case .lzma: "lzma"
    case .bzip2: "bz2"
    case .zip: nil
    }
  }

  init?(of start: [UInt8]) {
    if start.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if start.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) || Self.isSkippable(start) {
      self = .zstd
    } else if start.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
      self = .xz
    } else if Self.isBzip2(start) {
      self = .bzip2
    } else if start.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || start.starts(with: [0x50, 0x4B, 0x05, 0x06])
    {
      self = .zip
    } else if Self.isLZMA(start) {
      self = .lzma
    } else {
      return nil
    }
  }

  /// Whether the file begins with the header of LZMA alone (`.lzma`), which has no signature: the
  /// default properties, the size of the dictionary, 2ⁿ or 2ⁿ + 2ⁿ⁻¹, and the size of the content,
  /// which may be unknown. No text begins this way, because the last bytes are 0x00 or 0xFF.
  private static func isLZMA(_ start: [UInt8]) -> Bool {
    guard start.count > 13, start[0] == 0x5D else { return false }
    func number(_ range: Range<Int>) -> UInt64 {
      start[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let (dictionary, size) = (number(1..<5), number(5..<13))
    let top = dictionary & ~(dictionary >> 1)
    guard dictionary >= 4_096, top.nonzeroBitCount == 1, dictionary & ~(top | top >> 1) == 0 else {
      return false
    }
    return size == .max || size < 1 << 38
  }

  /// Whether the file begins with the skippable frame that `pzstd` writes.
  private static func isSkippable(_ start: [UInt8]) -> Bool {
    start.count > 3 && start[0] & 0xF0 == 0x50 && start[1...].starts(with: [0x2A, 0x4D, 0x18])
  }

  /// Whether the file begins with a bzip2 header, with or without a block.
  private static func isBzip2(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("BZh".utf8)) && start.count > 9
      && ([[0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90]]
        .contains(Array(start[4..<10])))
  }
}
