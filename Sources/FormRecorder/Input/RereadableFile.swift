import FormInput

/// A file that can be read more than once. A stream is first copied to an unnamed temporary file.
package final class RereadableFile {
  /// The path to open.
  package let path: String
  private let copy: UnnamedFile?

  /// - Parameter path: The path of a file; `-` is standard input.
  package init(_ path: String) throws(RecorderError) {
    guard path == "-" || InputFile.isStream(path) else {
      self.path = path
      copy = nil
      return
    }
    do {
      let source = try path == "-" ? FileByteSource(descriptor: 0) : FileByteSource(path: path)
      let copy = try UnnamedFile(source)
      self.copy = copy
      self.path = copy.path
    } catch {
      throw RecorderError(error).inFile(path)
    }
  }
}
