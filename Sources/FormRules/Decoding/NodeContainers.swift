/// The members of an object.
struct KeyedNodes<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: NodeDecoder
  private let members: [DefinitionNode.Entry]
  /// The positions of the members by key, if there are many.
  private let positions: [String: Int]

  init(decoder: NodeDecoder, members: [DefinitionNode.Entry]) {
    self.decoder = decoder
    self.members = members
    positions =
      members.count > 16
      ? Dictionary(zip(members.map(\.key), members.indices)) { first, _ in first } : [:]
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] {
    decoder.noteAllKeys()
    return members.compactMap { Key(stringValue: $0.key) }
  }

  private func node(_ key: Key) -> DefinitionNode? {
    decoder.noteKey(key.stringValue)
    return member(key.stringValue)
  }

  private func member(_ name: String) -> DefinitionNode? {
    if !positions.isEmpty { return positions[name].map { members[$0].value } }
    return members.first { $0.key == name }?.value
  }

  private func path(_ key: Key) -> [PathElement] { decoder.path + [.key(key.stringValue)] }

  private func scalar<T: FormValue>(_ type: T.Type, _ key: Key, placeholder: T) -> T {
    decoder.notes.scalar(type, at: node(key), path(key), orElse: placeholder)
  }

  private func inner(_ key: Key) -> NodeDecoder {
    decoder.nested(.key(key.stringValue), node(key))
  }

  func contains(_ key: Key) -> Bool { node(key) != nil }
  func decodeNil(forKey key: Key) -> Bool { node(key)?.isNull ?? true }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try decoder.notes.decode(type, at: node(key), path(key))
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let node = node(key), !node.isNull else { return nil }
    // The notes contain the error.
    return try? decoder.notes.decode(type, at: node, path(key))
  }
  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Inner> { inner(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    inner(key).unkeyedContainer()
  }
  func superDecoder() -> any Decoder {
    decoder.noteKey("super")
    return decoder.nested(.key("super"), member("super"))
  }
  func superDecoder(forKey key: Key) -> any Decoder { inner(key) }
  func decode(_ type: Bool.Type, forKey key: Key) -> Bool { scalar(type, key, placeholder: false) }
  func decode(_ type: String.Type, forKey key: Key) -> String { scalar(type, key, placeholder: "") }
  func decode(_ type: Double.Type, forKey key: Key) -> Double { scalar(type, key, placeholder: 0) }
  func decode(_ type: Float.Type, forKey key: Key) -> Float { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int.Type, forKey key: Key) -> Int { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { scalar(type, key, placeholder: 0) }
  func decode(_ type: Int128.Type, forKey key: Key) -> Int128 { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt.Type, forKey key: Key) -> UInt { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { scalar(type, key, placeholder: 0) }
  func decode(_ type: UInt128.Type, forKey key: Key) -> UInt128 {
    scalar(type, key, placeholder: 0)
  }
}

/// The items of a list.
struct UnkeyedNodes: UnkeyedDecodingContainer {
  let decoder: NodeDecoder
  let items: [DefinitionNode]
  private(set) var currentIndex = 0

  init(decoder: NodeDecoder, items: [DefinitionNode]) {
    self.decoder = decoder
    self.items = items
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex == items.count }

  private var path: [PathElement] { decoder.path + [.index(currentIndex)] }

  private mutating func next() -> DefinitionNode? {
    guard !isAtEnd else { return nil }
    defer { currentIndex += 1 }
    return items[currentIndex]
  }

  private mutating func scalar<T: FormValue>(_ type: T.Type, _ placeholder: T) -> T {
    let path = path
    return decoder.notes.scalar(type, at: next(), path, orElse: placeholder)
  }

  private mutating func inner() -> NodeDecoder {
    let index = currentIndex
    return decoder.nested(.index(index), next())
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, items[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let path = path
    return try decoder.notes.decode(type, at: next(), path)
  }
  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedDecodingContainer<Inner> { inner().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    inner().unkeyedContainer()
  }
  mutating func superDecoder() -> any Decoder { inner() }
  mutating func decode(_ type: Bool.Type) -> Bool { scalar(type, false) }
  mutating func decode(_ type: String.Type) -> String { scalar(type, "") }
  mutating func decode(_ type: Double.Type) -> Double { scalar(type, 0) }
  mutating func decode(_ type: Float.Type) -> Float { scalar(type, 0) }
  mutating func decode(_ type: Int.Type) -> Int { scalar(type, 0) }
  mutating func decode(_ type: Int8.Type) -> Int8 { scalar(type, 0) }
  mutating func decode(_ type: Int16.Type) -> Int16 { scalar(type, 0) }
  mutating func decode(_ type: Int32.Type) -> Int32 { scalar(type, 0) }
  mutating func decode(_ type: Int64.Type) -> Int64 { scalar(type, 0) }
  mutating func decode(_ type: Int128.Type) -> Int128 { scalar(type, 0) }
  mutating func decode(_ type: UInt.Type) -> UInt { scalar(type, 0) }
  mutating func decode(_ type: UInt8.Type) -> UInt8 { scalar(type, 0) }
  mutating func decode(_ type: UInt16.Type) -> UInt16 { scalar(type, 0) }
  mutating func decode(_ type: UInt32.Type) -> UInt32 { scalar(type, 0) }
  mutating func decode(_ type: UInt64.Type) -> UInt64 { scalar(type, 0) }
  mutating func decode(_ type: UInt128.Type) -> UInt128 { scalar(type, 0) }
}
