/// Files that can be read more than once. Standard input is copied to a temporary file first.
package struct RereadableFiles {
  /// The paths to open.
  package private(set) var paths: [String]
  /// The names of the files in reports.
  package private(set) var names: [String]

  private let inputs: [RereadableInput]

  package init(_ files: [String]) throws(RecorderError) {
    var inputs: [RereadableInput] = []
    for file in files { inputs.append(try RereadableInput(file)) }
    self.inputs = inputs
    paths = inputs.map(\.path)
    names = files.map { $0 == "-" ? "standard input" : $0 }
  }
}
