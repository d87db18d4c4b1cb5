package import FormRules

/// Parses the text of a definition file into nodes, without interpreting them.
package enum DocumentReader {
  /// The limits of definition files, which bound the cost of reading them.
  enum Limit {
    static let depth = JSONReader.maximumDepth
    static let nodes = JSONReader.maximumNodes
    static let documents = 1_000
  }

  /// The documents read, without empty ones, and the error that ended reading.
  package struct Documents {
    package var nodes: [DefinitionNode] = []
    package var error: DefinitionError?
  }

  package static func read(_ text: String) -> Documents {
    let start = DefinitionLocation(line: 1, column: 1)
    var text = text
    guard text.utf8.count <= DefinitionFile.maximumBytes else {
      return Documents(
        error: DefinitionError(
          "the maximum size of a definition file is 16 MiB; split it", .limit, at: start))
    }
    text.makeContiguousUTF8()
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    if let node = JSONReader.read(text) { return Documents(nodes: [node]) }
    return YAMLReader.read(text)
  }
}
