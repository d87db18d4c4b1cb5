import FormRules

extension DefinitionReader {
  /// Reads the section `presets` of a rule set: names with their lists of rules.
  mutating func presets(_ node: DefinitionNode) -> [Preset]? {
    guard let entries = entries(node, "presets") else { return nil }
    var presets: [Preset] = []
    for entry in entries.sorted(by: DefinitionNode.Entry.isBefore) {
      do throws(DefinitionError) {
        presets.append(
          try Preset(entry.key, entry.value.withBareNames.sortedByKey, at: entry.keyLocation))
      } catch {
        report(error.message, error.cause, at: error.location)
      }
    }
    return presets
  }
}

extension DefinitionNode {
  /// The node with `- required` in place of `- {required: null}`.
  ///
  /// Both mean the same, so that equal presets become equal nodes.
  var withBareNames: DefinitionNode {
    switch content {
    case .scalar: return self
    case .sequence(let items):
      return DefinitionNode(
        .sequence(
          items.map { item in
            if case .mapping(let entries) = item.content, entries.count == 1,
              entries[0].value.isNull
            {
              return DefinitionNode(.scalar(entries[0].key, isPlain: false), at: item.location)
            }
            return item.withBareNames
          }), at: location)
    case .mapping(let entries):
      return DefinitionNode(
        .mapping(entries.map { Entry($0.key, at: $0.keyLocation, $0.value.withBareNames) }),
        at: location)
    }
  }
}
