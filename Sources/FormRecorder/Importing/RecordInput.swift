import FormCSV

/// Opens what records are read from.
enum RecordInput {
  /// A reader over a file, or standard input for `-`; its raw bytes also go into the digest, if
  /// there is one.
  static func open(
    _ path: String, options: ReaderOptions, _ digest: StreamDigest? = nil
  ) throws(ReaderError) -> any RecordReader & ~Copyable {
    let source = path == "-" ? try FileByteSource(descriptor: 0) : try FileByteSource(path: path)
    let name = path == "-" ? "" : path
    guard let digest else { return try openReader(source: source, name: name, options: options) }
    return try openReader(
      source: HashingSource(source, into: digest), name: name, options: options)
  }
}
