import FormBytes
import FormDefinitions
import FormRules

/// A JSON Schema with the targets of its references.
///
/// References to other documents are not followed.
struct JSONSchemaDocument {
  let root: DefinitionNode
  let dialect: JSONSchemaDialect
  /// Whether `$schema` is a known dialect.
  let isDialectKnown: Bool
  /// Subschemas by URI, as defined by `$id` and `$anchor`.
  private var named: [String: DefinitionNode] = [:]
  /// The base URI of each reference outside of the root's resource, by the reference's location.
  private var bases: [DefinitionLocation: String] = [:]

  init(_ root: DefinitionNode) {
    self.root = root
    let uri = root["$schema"]?.scalar
    let found = JSONSchemaDialect(uri: uri)
    dialect = found ?? (uri?.contains("draft-0") == true ? .draft4 : .draft2020)
    isDialectKnown = found != nil
    collect(root, base: "")
  }

  /// Returns the target of a reference, or nil if it is not in this document.
  ///
  /// - Parameter location: The location of the keyword.
  func target(of reference: String, at location: DefinitionLocation) -> DefinitionNode? {
    let base = bases[location] ?? ""
    let uri = URIReference.resolve(reference, against: base)
    if let node = named[uri] { return node }
    guard let hash = uri.firstIndex(of: "#") else { return base == uri ? root : nil }
    let resource = String(uri[..<hash])
    let start = resource.isEmpty ? root : named[resource]
    let fragment = uri[hash...].dropFirst()
    if fragment.isEmpty { return start }
    guard fragment.first == "/" else { return nil }
    var node = start
    for token in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let key = Self.unescaped(token)
      switch node?.content {
      case .mapping: node = node?[key]
      case .sequence(let items):
        node = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
      default: node = nil
      }
    }
    return node
  }

  /// Records the identifiers of a subschema and its descendants, and the base URIs of their
  /// references.
  private mutating func collect(_ node: DefinitionNode, base outer: String) {
    guard case .mapping(let entries) = node.content else { return }
    var base = outer
    let hasReference = dialect.ignoresSiblingsOfReferences && node["$ref"]?.scalar != nil
    if let id = node[dialect.identifier]?.scalar, !hasReference {
      let uri = URIReference.resolve(id, against: outer)
      named[uri] = node
      // A fragment identifies the part, like `$anchor` in later drafts.
      if !id.hasPrefix("#") {
        base = uri.hasSuffix("#") ? String(uri.dropLast()) : uri
        named[base] = node
      }
    }
    for entry in entries {
      switch entry.key {
      case "$ref", "$dynamicRef", "$recursiveRef":
        if !base.isEmpty { bases[entry.keyLocation] = base }
      case "$anchor" where dialect >= .draft2019:
        if let name = entry.value.scalar { named["\(base)#\(name)"] = node }
      default: break
      }
      switch JSONSchemaKeyword(entry.key)?.subschemas {
      case .named: for inner in entry.value.entries { collect(inner.value, base: base) }
      case .direct:
        collect(entry.value, base: base)
        for item in entry.value.items { collect(item, base: base) }
      case JSONSchemaKeyword.Subschemas.none?, nil: break
      }
    }
  }

  /// Returns the keywords of a subschema that have an effect: next to a reference, drafts up to 7
  /// ignore all others.
  func effectiveEntries(of node: DefinitionNode) -> [DefinitionNode.Entry] {
    if dialect.ignoresSiblingsOfReferences, let reference = node.entry("$ref"),
      reference.value.scalar != nil
    {
      return [reference]
    }
    return node.entries
  }

  /// Decodes a token of a JSON pointer in a URI fragment (RFC 6901, section 6).
  private static func unescaped(_ token: Substring) -> String {
    let bytes = Array(token.utf8)
    return String(decoding: bytes.span.percentDecoded(), as: UTF8.self)
      .replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// Encodes a key as a token of a JSON pointer.
  static func token(_ key: String) -> String {
    key.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}
