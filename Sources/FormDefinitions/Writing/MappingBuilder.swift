package import FormRules

/// Collects the entries of a mapping, and omits those without a value.
package struct MappingBuilder {
  package private(set) var entries: [DefinitionNode.Entry] = []

  package init() {}

  package var node: DefinitionNode { DefinitionNode(.mapping(entries)) }

  package mutating func add(_ key: String, _ text: String?) {
    if let text { add(key, .text(text)) }
  }

  package mutating func add(_ key: String, _ flag: Bool) {
    if flag { add(key, "true") }
  }

  package mutating func add(_ key: String, _ texts: [String]) {
    if !texts.isEmpty { add(key, .list(texts)) }
  }

  package mutating func add(_ key: String, _ nodes: [DefinitionNode]) {
    if !nodes.isEmpty { add(key, DefinitionNode(.sequence(nodes))) }
  }

  package mutating func add(_ key: String, _ mapping: MappingBuilder) {
    if !mapping.entries.isEmpty { add(key, mapping.node) }
  }

  package mutating func add(_ key: String, _ node: DefinitionNode) { add(.init(key, node)) }

  package mutating func add(_ entry: DefinitionNode.Entry) { entries.append(entry) }
}

extension DefinitionNode {
  package static func list(_ texts: [String]) -> DefinitionNode {
    DefinitionNode(.sequence(texts.map { .text($0) }))
  }
}
