extension DefinitionNode {
  /// The entries of a mapping. Empty for other nodes.
  package var entries: [Entry] {
    if case .mapping(let entries) = content { entries } else { [] }
  }

  /// Returns the entry of a key in a mapping, or nil.
  package func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

  /// The value of a key in a mapping, or nil.
  package subscript(_ key: String) -> DefinitionNode? { entry(key)?.value }
}
