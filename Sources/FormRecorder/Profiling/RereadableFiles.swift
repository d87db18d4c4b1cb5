import FormInput

/// Files that are read more than once. Standard input is copied to a temporary file first.
package struct RereadableFiles: Sendable {
  /// What to open.
  package private(set) var paths: [String]
  /// What to call the files.
  package private(set) var names: [String]

  package init(_ files: [String]) throws(RecorderError) {
    paths = files
    names = files
    for index in files.indices where files[index] == "-" {
      do {
        let file = try RecordInput.spooled(FileByteSource(descriptor: 0))
        // The file has no name of its own and goes away with the process.
        paths[index] = "/dev/fd/\(file)"
        names[index] = "standard input"
      } catch {
        throw RecorderError(error)
      }
    }
  }
}
