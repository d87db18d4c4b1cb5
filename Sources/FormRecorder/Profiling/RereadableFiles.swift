/// Files that can be read more than once. Standard input is copied to a temporary file first.
package struct RereadableFiles {
  /// The paths to open.
  package private(set) var paths: [String]
  /// The names of the files in reports.
  package private(set) var names: [String]

  private let files: [RereadableFile]

  package init(_ files: [String]) throws(RecorderError) {
    var rereadable: [RereadableFile] = []
    for file in files { rereadable.append(try RereadableFile(file)) }
    self.files = rereadable
    paths = rereadable.map(\.path)
    names = files.map { $0 == "-" ? "standard input" : $0 }
  }
}
