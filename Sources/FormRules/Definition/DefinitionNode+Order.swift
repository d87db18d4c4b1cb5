extension DefinitionNode.Entry {
  /// The order of mappings where their own does not count: by the bytes of the keys.
  package static func isBefore(_ a: Self, _ b: Self) -> Bool {
    a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
  }
}

extension DefinitionNode {
  /// The same with all mappings in the order of their keys: it means the same, and equal parameters
  /// are equal.
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
