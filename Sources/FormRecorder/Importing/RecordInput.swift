import FormCSV

/// Opens what records are read from.
enum RecordInput {
  /// A reader over a file, or standard input for `-`, whose raw bytes also go into the digest.
  static func open(
    _ path: String, options: ReaderOptions, _ digest: StreamDigest
  ) throws(ReaderError) -> any RecordReader & ~Copyable {
    let source = path == "-" ? try FileByteSource(descriptor: 0) : try FileByteSource(path: path)
    return try openReader(
      source: HashingSource(source, into: digest), name: path == "-" ? "" : path, options: options)
  }
}
