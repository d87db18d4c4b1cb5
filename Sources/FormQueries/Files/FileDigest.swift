package import FormInput

/// SHA-256 digests of files, which identify them.
package enum FileDigest {
  /// The SHA-256 digest of a regular file in hexadecimal. Reads about 1 GB per second.
  ///
  /// - Throws: `ReaderError` if the file cannot be read. The message does not name the file.
  package static func sha256(of path: String) throws(ReaderError) -> String {
    let digest = StreamDigest()
    var source = HashingByteSource(try FileByteSource(regularFile: path), into: digest)
    var bytes: [UInt8] = []
    while try source.read(appendingTo: &bytes, atMost: 1 << 20) > 0 {
      bytes.removeAll(keepingCapacity: true)
    }
    return digest.hexadecimal
  }
}
