/// Looks at bytes here and there in a file, through a window, so that a few thousand of them are
/// read where a few dozen are asked for. What lies behind the end is nil, and so is everything once
/// the bound on reading is reached: a file that sends its reader to and fro is given up.
struct ContentReader: ~Copyable {
  static let windowBytes = 4_096
  /// How many windows are read of one file, 8 MiB in all.
  static let maximumWindows = 2_048

  /// How many bytes the file has.
  let size: Int
  /// Whether the system refused a read.
  private(set) var isUnreadable = false
  private let content: any FileContent
  private var window: [UInt8] = []
  private var start = 0
  private var windowsLeft = maximumWindows

  init(_ content: any FileContent) {
    self.content = content
    size = content.size
  }

  /// The byte at an offset, which may be any number.
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

  /// A number of one to eight bytes, most significant first; nil beyond 63 bits.
  mutating func bigEndian(_ offset: Int, _ count: Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<count {
      guard let byte = byte(offset + index) else { return nil }
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }

  /// A number of one to eight bytes, least significant first; nil beyond 63 bits.
  mutating func littleEndian(_ offset: Int, _ count: Int) -> Int? {
    var value: UInt64 = 0
    for index in 0..<count {
      guard let byte = byte(offset + index) else { return nil }
      value |= UInt64(byte) << UInt64(8 * index)
    }
    return Int(exactly: value)
  }

  /// Whether these bytes stand at an offset.
  mutating func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    for index in bytes.indices where byte(offset + index) != bytes[index] { return false }
    return true
  }

  /// Whether this text stands at an offset.
  mutating func has(_ text: String, at offset: Int) -> Bool {
    for (index, expected) in text.utf8.enumerated() where byte(offset + index) != expected {
      return false
    }
    return true
  }

  /// The first bytes, at most so many.
  mutating func prefix(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let next = byte(bytes.count) { bytes.append(next) }
    return bytes
  }
}
