package import FormInput

/// Reads the lines of a file one by one. Keeps the longest line in memory.
package struct LineReader: ~Copyable {
  private var source: FileByteSource
  private var bytes: [UInt8] = []
  private var start = 0
  private let digest: StreamDigest?

  package init(path: String, _ digest: StreamDigest? = nil) throws(ReaderError) {
    source = try FileByteSource(regularFile: path)
    self.digest = digest
  }

  /// The next line without its line ending, or nil at the end.
  package mutating func next() throws(ReaderError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = bytes[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(bytes[start..<end])
      }
      bytes.removeSubrange(..<start)
      start = 0
      searched = bytes.count
      if try source.read(appendingTo: &bytes, atMost: 1 << 18) == 0 {
        guard !bytes.isEmpty else { return nil }
        defer { bytes.removeAll() }
        return bytes
      }
      digest?.update(bytes, from: searched)
    }
  }
}
