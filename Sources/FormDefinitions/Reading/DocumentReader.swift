package import FormRules

/// Turns the text of a definition file into nodes, before they mean anything.
package enum DocumentReader {
  /// Bounds that a definition file keeps, so that none can make the reader run away.
  enum Limit {
    static let depth = JSONReader.maximumDepth
    static let nodes = JSONReader.maximumNodes
    static let documents = 1_000
  }

  /// The documents that could be read, without empty ones, and what stopped the reading.
  package struct Documents {
    package var nodes: [DefinitionNode] = []
    package var error: DefinitionError?
  }

  package static func read(_ text: String) -> Documents {
    let start = SourceLocation(line: 1, column: 1)
    var text = text
    guard text.utf8.count <= DefinitionFile.maximumBytes else {
      return Documents(
        error: DefinitionError("a definition file has at most 16 MiB; split it", at: start))
    }
    text.makeContiguousUTF8()
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    if let node = JSONReader.read(text) { return Documents(nodes: [node]) }
    return YAMLReader.read(text)
  }
}
