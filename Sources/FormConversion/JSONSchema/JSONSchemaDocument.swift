import FormDefinitions
import FormRules

/// A JSON Schema with the parts that its references mean. References to other documents are not followed.
struct JSONSchemaDocument {
  let root: DefinitionNode
  /// Up to draft 7, what stands beside `$ref` means nothing.
  let ignoresSiblingsOfReferences: Bool
  private var named: [String: DefinitionNode] = [:]

  init(_ root: DefinitionNode) {
    self.root = root
    let dialect = root.entries.first { $0.key == "$schema" }?.value.scalar
    ignoresSiblingsOfReferences = dialect?.contains(/draft-0[3-7]\//) ?? false
    collectNames(root)
  }

  /// What `$id`, `id` and `$anchor` call a part.
  private mutating func collectNames(_ node: DefinitionNode) {
    for item in node.items { collectNames(item) }
    for entry in node.entries {
      if let name = entry.value.scalar {
        switch entry.key {
        case "$id", "id": named[name] = node
        case "$anchor": named["#\(name)"] = node
        default: break
        }
      } else {
        collectNames(entry.value)
      }
    }
  }

  /// The part that a reference means; nil when it is not in this document.
  func target(of reference: String) -> DefinitionNode? {
    if let node = named[reference] { return node }
    guard let hash = reference.firstIndex(of: "#") else { return nil }
    let start = hash == reference.startIndex ? root : named[String(reference[..<hash])]
    let fragment = reference[hash...].dropFirst()
    if fragment.isEmpty { return start }
    guard fragment.first == "/" else { return nil }
    var node = start
    for token in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let key = Self.unescaped(token)
      switch node?.content {
      case .mapping(let entries): node = entries.first { $0.key == key }?.value
      case .sequence(let items):
        node = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: node = nil
      }
    }
    return node
  }

  /// A token of a JSON pointer in a fragment: RFC 6901, section 6.
  private static func unescaped(_ token: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(token.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
      .replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// The key as a token of a JSON pointer.
  static func token(_ key: String) -> String {
    key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
