import Foundation

extension Encodable {
  /// The encoded value. Members have the order in which they are encoded.
  package var json: JSON {
    let encoder = ValueEncoder()
    // Cannot fail: the encoder and its containers throw no errors, synthesized code and
    // `encodeMembers` throw only theirs, and only types of this package are encoded here.
    try! encoder.encode(self)
    return encoder.value
  }
}

extension Encoder {
  /// Encodes members of an object, in order. Nil becomes null, whereas synthesized code omits it.
  /// Further calls add members to the same object.
  package func encodeMembers(_ members: KeyValuePairs<String, any Encodable>) throws {
    var container = container(keyedBy: MemberKey.self)
    for (key, value) in members {
      try container.encode(value, forKey: MemberKey(stringValue: key))
    }
  }
}

extension JSON: Encodable {
  /// Encodes the value with any encoder. Numbers keep up to 38 digits.
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: MemberKey.self)
      for member in members {
        try container.encode(member.value, forKey: MemberKey(stringValue: member.key))
      }
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .null, .bool, .number, .string:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .string(let text): try container.encode(text)
      case .number(let text):
        if let integer = Int64(text) {
          try container.encode(integer)
        } else if let decimal = Decimal(string: text) {
          try container.encode(decimal)
        } else {
          try container.encode(text)
        }
      case .null, .object, .array: try container.encodeNil()
      }
    }
  }
}

private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Encodes one value as `JSON`. All keyed containers of a value add members to the same object.
private final class ValueEncoder: Encoder, SingleValueEncodingContainer {
  private var scalar = JSON.null
  private var items: [ValueEncoder]?
  private var members: [(key: String, value: ValueEncoder)]?

  var value: JSON {
    if let members { return .object(members.map { JSON.Member($0.key, $0.value.value) }) }
    return items.map { .array($0.map(\.value)) } ?? scalar
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members = members ?? []
    return KeyedEncodingContainer(Members(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    items = items ?? []
    return Items(encoder: self)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { scalar = .null }
  func encode(_ value: Bool) { scalar = .bool(value) }
  func encode(_ value: String) { scalar = .string(value) }
  func encode<Number: Numeric & CustomStringConvertible & Encodable>(_ value: Number) {
    scalar = .number(value.description)
  }
  func encode<Value: Encodable>(_ value: Value) throws {
    if let json = value as? JSON { scalar = json } else { try value.encode(to: self) }
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }

    private func added(_ key: String) -> ValueEncoder {
      let value = ValueEncoder()
      encoder.members?.append((key, value))
      return value
    }

    func encodeNil(forKey key: Key) { added(key.stringValue).encodeNil() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try added(key.stringValue).encode(value)
    }
    func nestedContainer<Inner>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> { added(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      added(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { added("super") }
    func superEncoder(forKey key: Key) -> any Encoder { added(key.stringValue) }
  }

  private struct Items: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.items?.count ?? 0 }

    private func added() -> ValueEncoder {
      let item = ValueEncoder()
      encoder.items?.append(item)
      return item
    }

    func encodeNil() { added().encodeNil() }
    func encode<Value: Encodable>(_ value: Value) throws { try added().encode(value) }
    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
      added().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { added().unkeyedContainer() }
    func superEncoder() -> any Encoder { added() }
  }
}
