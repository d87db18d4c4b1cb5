import FormBytes

/// A JSON value for output: reports, exports and stored content. Objects keep the order of their
/// keys, and numbers keep their JSON text.
package indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number in its textual form.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A key with its value.
  package struct Member: Sendable, Equatable {
    package var key: String
    package var value: JSON

    package init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// An integer.
  package static func integer(_ value: some BinaryInteger) -> JSON { .number(String(value)) }
  /// A string, or null.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
  /// An integer, or null.
  package static func optional(_ value: (some BinaryInteger)?) -> JSON {
    value.map { .integer($0) } ?? .null
  }
  /// An object with these members, in order.
  package static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.map { Member($0.key, $0.value) })
  }

  /// The value on one line, without whitespace.
  package var text: String { text(hasShortEscapes: true) }

  /// Returns the value on one line, without whitespace.
  ///
  /// - Parameter hasShortEscapes: Whether line ends and tabs become `\n`, `\r` and `\t` instead of
  ///   `\u00XX`.
  package func text(hasShortEscapes: Bool) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, hasShortEscapes: hasShortEscapes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value on several lines, indented by two spaces per level.
  package var prettyText: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value, on several lines if `indent` is not nil.
  package func write(
    to bytes: inout [UInt8], indent: Int? = nil, hasShortEscapes: Bool = true
  ) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text):
      bytes.appendJSONString(text.utf8.span, hasShortEscapes: hasShortEscapes)
    case .array(let items):
      Self.write(items, in: ("[", "]"), to: &bytes, indent: indent) { item, bytes, indent in
        item.write(to: &bytes, indent: indent, hasShortEscapes: hasShortEscapes)
      }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &bytes, indent: indent) { member, bytes, indent in
        bytes.appendJSONString(member.key.utf8.span, hasShortEscapes: hasShortEscapes)
        bytes += (indent == nil ? ":" : ": ").utf8
        member.value.write(to: &bytes, indent: indent, hasShortEscapes: hasShortEscapes)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], in brackets: (open: String, close: String), to bytes: inout [UInt8],
    indent: Int?, body: (Item, inout [UInt8], Int?) -> Void
  ) {
    bytes += brackets.open.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let indent { newLine(indent + 1, to: &bytes) }
      body(item, &bytes, indent.map { $0 + 1 })
    }
    if let indent, !items.isEmpty { newLine(indent, to: &bytes) }
    bytes += brackets.close.utf8
  }

  private static func newLine(_ indent: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }
}
