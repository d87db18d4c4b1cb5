package import FormBytes

/// The members of one JSON object, in the order of its text.
package struct JSONObjectMembers: Sendable {
  package struct Member: Sendable {
    /// The name in UTF-8. Two names differ if their bytes do.
    package let name: [UInt8]
    /// The position of the value's source text.
    package let value: Range<Int>
    package let isNull: Bool
  }

  package private(set) var all: [Member] = []

  /// - Throws: `JSONError` if the text is not exactly one valid object (RFC 8259) in UTF-8, or if
  ///   it repeats a name.
  package init(_ text: Span<UInt8>) throws(JSONError) {
    if let offset = text.firstInvalidUTF8() { throw JSONError(code: .encoding, position: offset) }
    var scanner = JSONScanner(text)
    guard scanner.skipBlanksAnd(.openBrace) else {
      throw JSONError(code: .notAnObject, position: scanner.position)
    }
    if !scanner.skipBlanksAnd(.closeBrace) {
      repeat { try add(&scanner) } while scanner.skipBlanksAnd(.comma)
      guard scanner.skip(.closeBrace) else { throw scanner.syntaxError() }
    }
    scanner.skipBlanks()
    guard scanner.current == nil else { throw scanner.syntaxError() }
    guard Set(all.map(\.name)).count == all.count else {
      throw JSONError(code: .duplicateKey, position: 0)
    }
  }

  private mutating func add(_ scanner: inout JSONScanner) throws(JSONError) {
    let key = try scanner.key()
    var name: [UInt8] = []
    scanner.input.appendString(in: key.range, to: &name)
    scanner.skipBlanks()
    let start = scanner.position
    let value = try scanner.value()
    all.append(
      Member(name: name, value: start..<scanner.position, isNull: value.kind == .missing))
  }
}
