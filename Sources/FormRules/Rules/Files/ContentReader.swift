/// Random access to the bytes of a file through a window, so that few reads are needed for a few
/// dozen bytes. Bytes after the end are nil, and so are all bytes once the limit on reads is
/// reached, so a malicious file with scattered offsets cannot make a rule slow.
struct ContentReader: ~Copyable {
  static let windowBytes = 4_096
  /// The maximum number of windows read from one file, 8 MiB in all.
  static let maximumWindows = 2_048

  /// The size of the file in bytes.
  let size: Int
  /// Whether a read failed.
  private(set) var isUnreadable = false
  private let content: any FileContent
  private var window: [UInt8] = []
  private var start = 0
  private var windowsLeft = maximumWindows

  init(_ content: any FileContent) {
    self.content = content
    size = content.size
  }

  /// The byte at an offset; nil if the offset is out of bounds or the byte cannot be read.
  mutating func byte(_ offset: Int) -> UInt8? {
    if offset >= start, offset - start < window.count { return window[offset - start] }
    guard offset >= 0, offset < size, windowsLeft > 0, !isUnreadable else { return nil }
    windowsLeft -= 1
    start = offset - offset % Self.windowBytes
    do {
      window = try content.read(at: start, count: Self.windowBytes)
    } catch {
      window = []
      isUnreadable = true
    }
    return offset - start < window.count ? window[offset - start] : nil
  }

  /// An unsigned big-endian number of one to eight bytes; nil if it exceeds 63 bits.
  mutating func bigEndian(_ offset: Int, _ count: Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<count {
      guard let byte = byte(offset + index) else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }

  /// An unsigned little-endian number of one to eight bytes; nil if it exceeds 63 bits.
  mutating func littleEndian(_ offset: Int, _ count: Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<count {
      guard let byte = byte(offset + index) else { return nil }
      value |= UInt64(byte) << UInt64(8 * index)
    }
    return Int(exactly: value)
  }

  /// Whether the file has these bytes at an offset.
  mutating func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    for index in bytes.indices where byte(offset + index) != bytes[index] { return false }
    return true
  }

  /// Whether the file has the UTF-8 bytes of a text at an offset.
  mutating func has(_ text: String, at offset: Int) -> Bool {
    for (index, expected) in text.utf8.enumerated() where byte(offset + index) != expected {
      return false
    }
    return true
  }

  /// The first bytes of the file, at most `count`.
  mutating func prefix(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let next = byte(bytes.count) { bytes.append(next) }
    return bytes
  }
}
