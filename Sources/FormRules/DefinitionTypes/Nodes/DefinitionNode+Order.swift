extension DefinitionNode.Entry {
  /// The canonical order of the entries of a mapping: by the bytes of the keys.
  package static func isBefore(_ a: Self, _ b: Self) -> Bool {
    a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
  }
}

extension DefinitionNode {
  /// The node with all mappings sorted by key. The meaning is the same, and equal parameters have
  /// equal nodes.
  package var sortedByKey: DefinitionNode {
    switch content {
    case .scalar: self
    case .sequence(let items): DefinitionNode(.sequence(items.map(\.sortedByKey)), at: location)
    case .mapping(let entries):
      DefinitionNode(
        .mapping(
          entries.sorted(by: Entry.isBefore).map {
            Entry($0.key, at: $0.keyLocation, $0.value.sortedByKey)
          }), at: location)
    }
  }
}
