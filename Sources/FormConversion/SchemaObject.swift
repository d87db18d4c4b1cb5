import FormRules

/// An object of a schema that is read key by key. Keys that were not read are noted at the end.
struct SchemaObject {
  private let entries: [DefinitionNode.Entry]
  private var used: Set<String> = []
  private(set) var subject: String

  /// Returns nil if the node is not a mapping.
  init?(_ node: DefinitionNode?, _ subject: String) {
    guard case .mapping(let entries) = node?.content else { return nil }
    self.entries = entries
    self.subject = subject
  }

  mutating func read(_ key: String) -> DefinitionNode? {
    used.insert(key)
    return entries.first { $0.key == key }?.value
  }

  /// Returns a value without marking its key as read.
  func peek(_ key: String) -> DefinitionNode? { entries.first { $0.key == key }?.value }

  var keys: [String] { entries.map(\.key) }

  mutating func text(_ key: String) -> String? {
    guard let node = read(key), !node.isNull else { return nil }
    return node.scalar
  }

  mutating func isTrue(_ key: String) -> Bool { text(key) == "true" }

  /// Reads a list of texts or a single one.
  mutating func texts(_ key: String) -> [String] {
    guard let node = read(key) else { return [] }
    if case .sequence(let items) = node.content { return items.compactMap(\.scalar) }
    return node.scalar.map { [$0] } ?? []
  }

  /// Reads a list of texts, some of which may have the form `{value: …, label: …}`.
  mutating func words(_ key: String) -> [String] {
    guard case .sequence(let items) = read(key)?.content else { return texts(key) }
    return items.compactMap { $0.scalar ?? $0.entries.first { $0.key == "value" }?.value.scalar }
  }

  /// Reads a list of lists of texts.
  mutating func lists(_ key: String) -> [[String]] {
    objects(key).map { $0.scalar.map { [$0] } ?? $0.items.compactMap(\.scalar) }
  }

  func has(_ key: String) -> Bool { peek(key) != nil }

  mutating func objects(_ key: String) -> [DefinitionNode] {
    guard case .sequence(let items) = read(key)?.content else { return [] }
    return items
  }

  func renamed(_ subject: String) -> SchemaObject {
    var copy = self
    copy.subject = subject
    return copy
  }

  /// The location of the first key.
  var start: SourceLocation { entries.first?.keyLocation ?? .none }

  /// Returns the location of a key.
  func location(_ key: String) -> SourceLocation {
    entries.first { $0.key == key }?.keyLocation ?? .none
  }

  /// Notes the keys that were not read, except those without effect on verdicts.
  ///
  /// - Parameter defaults: Values that equal the default.
  func noteRest(
    _ schema: inout PortableSchema, ignoring: Set<String> = [], defaults: [String: String] = [:]
  ) {
    for entry in entries where !used.contains(entry.key) && !ignoring.contains(entry.key) {
      if let scalar = entry.value.scalar, defaults[entry.key] == scalar { continue }
      schema.note(subject, "'\(entry.key)' is not converted", at: entry.keyLocation)
    }
  }
}

extension String {
  /// The text converted to the name of a form: `[a-z][a-z0-9_]*`.
  var asDefinitionName: String {
    var name = ""
    for scalar in lowercased().unicodeScalars {
      let isWord = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
      if isWord {
        name.unicodeScalars.append(scalar)
      } else if !name.isEmpty, name.last != "_" {
        name += "_"
      }
    }
    while name.last == "_" { name.removeLast() }
    guard let first = name.unicodeScalars.first else { return "converted" }
    return ("a"..."z").contains(first) ? name : "form_\(name)"
  }
}
