import FormRules

/// An object of a schema that is read key by key. Keys that were not read are noted at the end.
final class SchemaObject {
  private let entries: [DefinitionNode.Entry]
  private var readKeys: Set<String> = []
  /// The subject of notes on the object.
  var subject: String
  let notes: ConversionNotes
  let location: DefinitionLocation

  /// Returns nil if the node is not a mapping.
  init?(_ node: DefinitionNode?, subject: String, notes: ConversionNotes) {
    guard let node, case .mapping(let entries) = node.content else { return nil }
    self.entries = entries
    self.subject = subject
    self.notes = notes
    location = node.location
  }

  // MARK: Values

  func read(_ key: String) -> DefinitionNode? {
    readKeys.insert(key)
    return peek(key)
  }

  /// Returns a value without marking its key as read.
  func peek(_ key: String) -> DefinitionNode? { entries.first { $0.key == key }?.value }

  func has(_ key: String) -> Bool { peek(key) != nil }

  func text(_ key: String) -> String? {
    guard let node = read(key), !node.isNull else { return nil }
    return node.scalar
  }

  func isTrue(_ key: String) -> Bool { text(key) == "true" }

  /// Reads a list of texts or a single one.
  func texts(_ key: String) -> [String] { read(key)?.texts ?? [] }

  /// Reads a list of texts, some of which may have the form `{value: …, label: …}`, or a single
  /// one.
  func labelledTexts(_ key: String) -> [String] {
    guard let node = read(key) else { return [] }
    return node.scalar.map { [$0] } ?? node.items.compactMap(\.labelledText)
  }

  func items(_ key: String) -> [DefinitionNode] { read(key)?.items ?? [] }

  /// Reads an object.
  ///
  /// - Parameter subject: The subject of notes on it, or nil for the same subject.
  func object(_ key: String, subject: String? = nil) -> SchemaObject? {
    SchemaObject(read(key), subject: subject ?? self.subject, notes: notes)
  }

  /// Reads a list of objects. The key is the subject of notes on them.
  func objects(_ key: String) -> [SchemaObject] {
    items(key).compactMap { SchemaObject($0, subject: key, notes: notes) }
  }

  // MARK: Notes

  /// The location of the first key.
  var start: DefinitionLocation { entries.first?.keyLocation ?? .none }

  /// Returns the location of a key.
  func location(of key: String) -> DefinitionLocation {
    entries.first { $0.key == key }?.keyLocation ?? .none
  }

  /// Notes that a key is not converted.
  func addLoss(_ text: String, at key: String) {
    notes.addLoss(text, of: subject, at: location(of: key))
  }

  /// Notes the keys that were not read, except those without effect on verdicts.
  ///
  /// - Parameters:
  ///   - defaults: Values without effect, by key.
  ///   - ignoresPrefixed: Whether to omit keys with a colon, such as `dc:title`.
  func noteUnreadKeys(
    ignoring ignored: Set<String> = [], defaults: [String: String] = [:],
    ignoresPrefixed: Bool = false
  ) {
    for entry in entries
    where !readKeys.contains(entry.key) && !ignored.contains(entry.key)
      && !(ignoresPrefixed && entry.key.contains(":"))
    {
      if let scalar = entry.value.scalar, defaults[entry.key] == scalar { continue }
      notes.addLoss("'\(entry.key)' is not converted", of: subject, at: entry.keyLocation)
    }
  }
}

extension DefinitionNode {
  /// The text of the node, which may have the form `{value: …, label: …}`.
  var labelledText: String? { scalar ?? self["value"]?.scalar }
}
