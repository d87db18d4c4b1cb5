package import FormInput
package import FormQueries

/// Opens a file of records, or standard input for `-`.
///
/// If the options name a part of the file, reading begins with its first byte. Standard input is
/// such a part itself.
///
/// - Parameters:
///   - origin: The path of the input, if `path` is the path of a copy.
///   - digest: Receives the raw bytes.
/// - Throws: `ReaderError` if the file cannot be read or has no usable header. The message does not
///   name the file.
package func openReader(
  path: String, origin: String? = nil, options: ReaderOptions = ReaderOptions(),
  digest: StreamDigest? = nil
) throws(ReaderError) -> any RecordReader & ~Copyable {
  if let bytes = options.bytes, path != "-" {
    let source = try FileByteSource(regularFile: path, from: bytes.lowerBound)
    return try openReader(source: source, name: path, options: options)
  }
  let source = path == "-" ? try FileByteSource(descriptor: 0) : try FileByteSource(path: path)
  let name = (origin ?? path) == "-" ? "" : origin ?? path
  guard let digest else { return try openReader(source: source, name: name, options: options) }
  return try openReader(
    source: HashingByteSource(source, into: digest), name: name, options: options)
}
