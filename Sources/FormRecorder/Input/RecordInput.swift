import FormInput

/// Opens the inputs of record readers.
enum RecordInput {
  /// Opens a reader for a file, or for standard input if the path is `-`. The raw bytes are also
  /// added to the digest, if any. If standard input is a part of a file, it begins with the first
  /// byte of the part.
  ///
  /// - Parameters:
  ///   - origin: The path of the input itself, if `path` is the path of a copy.
  static func open(
    _ path: String, origin: String? = nil, options: ReaderOptions, _ digest: StreamDigest? = nil
  ) throws -> any RecordReader & ~Copyable {
    if let bytes = options.bytes, path != "-" {
      let source = try FileByteSource(regularFile: path, from: bytes.lowerBound)
      return try openReader(source: source, name: path, options: options)
    }
    let source = path == "-" ? try FileByteSource(descriptor: 0) : try FileByteSource(path: path)
    let origin = origin ?? path
    let name = origin == "-" ? "" : origin
    guard let digest else { return try openReader(source: source, name: name, options: options) }
    return try openReader(source: HashingSource(source, into: digest), name: name, options: options)
  }
}
