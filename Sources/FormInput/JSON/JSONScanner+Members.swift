package import FormBytes

extension JSONScanner {
  /// Reads an object, and returns its members with the text of their values: the content of a
  /// string, the source of a number, boolean, array or object, and an empty text for null.
  ///
  /// - Throws: `JSONError` if the input does not continue with an object.
  package mutating func members() throws(JSONError) -> [(name: String, text: [UInt8])] {
    guard skipBlanksAnd(UInt8(ascii: "{")) else { throw syntaxError() }
    var members: [(name: String, text: [UInt8])] = []
    if skipBlanksAnd(UInt8(ascii: "}")) { return members }
    repeat {
      let (key, value) = (try key(), try value())
      members.append((String(decoding: text(key), as: UTF8.self), text(value)))
    } while skipBlanksAnd(UInt8(ascii: ","))
    guard skipBlanksAnd(UInt8(ascii: "}")) else { throw syntaxError() }
    return members
  }

  private func text(_ value: JSONValue) -> [UInt8] {
    var text: [UInt8] = []
    switch value.kind {
    case .string: input.appendString(in: value.range, to: &text)
    case .missing: break
    case .number, .boolean, .array, .object: for index in value.range { text.append(input[index]) }
    }
    return text
  }
}
