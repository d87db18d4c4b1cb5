import FormInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens what records are read from.
enum RecordInput {
  /// A reader over a file, or standard input for `-`; its raw bytes also go into the digest, if
  /// there is one. Standard input that is a part of a file begins with the first byte of the part.
  ///
  /// - Parameter spools: whether a stream is read to its end first, into a temporary file, so that
  ///   nobody waits for whoever writes it.
  static func open(
    _ path: String, options: ReaderOptions, _ digest: StreamDigest? = nil, spools: Bool = false
  ) throws -> any RecordReader & ~Copyable {
    if let bytes = options.bytes, path != "-" {
      let source = try FileByteSource(regularFile: path, from: bytes.lowerBound)
      return try openReader(source: source, name: path, options: options)
    }
    var source = path == "-" ? try FileByteSource(descriptor: 0) : try FileByteSource(path: path)
    if spools { source = try FileByteSource(descriptor: spooled(source)) }
    let name = path == "-" ? "" : path
    guard let digest else { return try openReader(source: source, name: name, options: options) }
    return try openReader(
      source: HashingSource(source, into: digest), name: name, options: options)
  }

  /// The descriptor of an unnamed file with all that a source has, at its beginning.
  static func spooled(_ source: consuming FileByteSource) throws -> Int32 {
    let file = try SpillFile.open()
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 20) > 0 {
      try SpillFile.write(bytes, to: file)
      bytes.removeAll(keepingCapacity: true)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
