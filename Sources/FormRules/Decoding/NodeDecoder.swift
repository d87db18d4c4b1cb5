/// Decodes a node of a JSON document, and notes faults instead of throwing them.
final class NodeDecoder: Decoder {
  let node: DefinitionNode?
  let path: [PathElement]
  let notes: DecodingNotes
  /// The members that were read, or nil if the node was not read as an object or all members were.
  private var keys: Set<String>?
  /// The decoders of nested containers, by key.
  private var nestedDecoders: [String: NodeDecoder] = [:]

  init(node: DefinitionNode?, path: [PathElement], notes: DecodingNotes) {
    self.node = node
    self.path = path
    self.notes = notes
  }

  var codingPath: [any CodingKey] { path.map(PathKey.init) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The members of the object. Records a fault if the node is not an object.
  var members: [DefinitionNode.Entry] {
    if case .mapping(let entries) = node?.content { return entries }
    notes.add(path, node?.isNull == false ? .object : .missing)
    return []
  }

  /// The items of the list. Records a fault if the node is not a list.
  private var items: [DefinitionNode] {
    if case .sequence(let items) = node?.content { return items }
    notes.add(path, node?.isNull == false ? .type(.list()) : .missing)
    return []
  }

  func noteKey(_ key: String) { keys?.insert(key) }

  /// Notes that the model reads all members.
  func noteAllKeys() { keys?.formUnion(members.map(\.key)) }

  /// The decoder of a nested container, which is the same for each request.
  func nested(_ key: PathElement, _ node: DefinitionNode?) -> NodeDecoder {
    let name = PathKey(key).stringValue
    let decoder = nestedDecoders[name] ?? NodeDecoder(node: node, path: path + [key], notes: notes)
    nestedDecoders[name] = decoder
    return decoder
  }

  /// Notes each member that was not read, also in nested containers, if the options reject them.
  func noteUnknownKeys() {
    for (_, decoder) in nestedDecoders.sorted(by: { $0.key < $1.key }) { decoder.noteUnknownKeys() }
    guard notes.options.unknownKeys == .reject, let keys,
      case .mapping(let entries) = node?.content
    else { return }
    // Members without a location are defaults.
    for entry in entries
    where !notes.isFull && !keys.contains(entry.key) && entry.keyLocation != .none {
      notes.add(path + [.key(entry.key)], .unknownKey)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    keys = keys ?? []
    return KeyedDecodingContainer(KeyedNodes(decoder: self, members: members))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    UnkeyedNodes(decoder: self, items: items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleNode(decoder: self) }
}

/// A key of a coding path.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ element: PathElement) {
    switch element {
    case .key(let key): (stringValue, intValue) = (key, nil)
    case .index(let index): (stringValue, intValue) = ("\(index)", index)
    }
  }

  init?(stringValue: String) { self.init(.key(stringValue)) }
  init?(intValue: Int) { self.init(.index(intValue)) }
}

/// A single node.
private struct SingleNode: SingleValueDecodingContainer {
  let decoder: NodeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  private func scalar<T: FormValue>(_ type: T.Type, _ placeholder: T) -> T {
    decoder.notes.scalar(type, at: decoder.node, decoder.path, orElse: placeholder)
  }

  func decodeNil() -> Bool { decoder.node?.isNull ?? true }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.notes.decode(type, at: decoder.node, decoder.path)
  }
  func decode(_ type: Bool.Type) -> Bool { scalar(type, false) }
  func decode(_ type: String.Type) -> String { scalar(type, "") }
  func decode(_ type: Double.Type) -> Double { scalar(type, 0) }
  func decode(_ type: Float.Type) -> Float { scalar(type, 0) }
  func decode(_ type: Int.Type) -> Int { scalar(type, 0) }
  func decode(_ type: Int8.Type) -> Int8 { scalar(type, 0) }
  func decode(_ type: Int16.Type) -> Int16 { scalar(type, 0) }
  func decode(_ type: Int32.Type) -> Int32 { scalar(type, 0) }
  func decode(_ type: Int64.Type) -> Int64 { scalar(type, 0) }
  func decode(_ type: Int128.Type) -> Int128 { scalar(type, 0) }
  func decode(_ type: UInt.Type) -> UInt { scalar(type, 0) }
  func decode(_ type: UInt8.Type) -> UInt8 { scalar(type, 0) }
  func decode(_ type: UInt16.Type) -> UInt16 { scalar(type, 0) }
  func decode(_ type: UInt32.Type) -> UInt32 { scalar(type, 0) }
  func decode(_ type: UInt64.Type) -> UInt64 { scalar(type, 0) }
  func decode(_ type: UInt128.Type) -> UInt128 { scalar(type, 0) }
}
