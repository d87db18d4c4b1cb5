package import FormBytes

/// The members of one JSON object, in the order of its text.
package struct JSONObjectMembers: Sendable {
  package struct Member: Sendable {
    /// The name in UTF-8. Two names differ if their bytes do.
    package let name: [UInt8]
    package let value: JSONValue
  }

  package private(set) var all: [Member] = []

  /// - Parameter maximumBytes: The maximum length of the text.
  /// - Throws: `RecordFault` if the text is not exactly one valid object (RFC 8259) in UTF-8,
  ///   repeats a name, or is longer than the maximum.
  package init(
    _ text: Span<UInt8>, maximumBytes: Int = ReaderOptions().maximumRecordBytes
  ) throws(RecordFault) {
    do throws(JSONError) {
      try read(text, maximumBytes)
    } catch {
      throw RecordFault(error, in: text)
    }
  }

  private mutating func read(_ text: Span<UInt8>, _ maximum: Int) throws(JSONError) {
    guard text.count <= maximum else { throw JSONError(code: .tooLong, position: maximum) }
    if let offset = text.firstInvalidUTF8() { throw JSONError(code: .encoding, position: offset) }
    var scanner = JSONScanner(text)
    guard scanner.skipBlanksAnd(.openBrace) else {
      throw JSONError(code: .notAnObject, position: scanner.position)
    }
    var names: Set<[UInt8]> = []
    if !scanner.skipBlanksAnd(.closeBrace) {
      repeat { try add(&scanner, to: &names) } while scanner.skipBlanksAnd(.comma)
      guard scanner.skip(.closeBrace) else { throw scanner.syntaxError() }
    }
    scanner.skipBlanks()
    guard scanner.current == nil else { throw scanner.syntaxError() }
  }

  private mutating func add(
    _ scanner: inout JSONScanner, to names: inout Set<[UInt8]>
  ) throws(JSONError) {
    scanner.skipBlanks()
    let start = scanner.position
    let key = try scanner.key()
    var name: [UInt8] = []
    scanner.input.appendString(in: key.range, to: &name)
    guard names.insert(name).inserted else {
      throw JSONError(code: .duplicateKey, position: start)
    }
    scanner.skipBlanks()
    all.append(Member(name: name, value: try scanner.value()))
  }
}

extension JSONValue {
  /// The content of a string, the source of a number, boolean, array or object, and an empty text
  /// for null.
  ///
  /// - Parameter text: The text that the positions refer to.
  package func content(in text: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    switch kind {
    case .string: text.appendString(in: range, to: &content)
    case .missing: break
    case .number, .boolean, .array, .object: content.append(text.extracting(range))
    }
    return content
  }
}

extension RecordFault {
  /// The fault of a JSON text that is not a line of a file. Its column is a byte of its line.
  package init(_ error: JSONError, in text: Span<UInt8>) {
    var lineStart = error.position
    while lineStart > 0, !text[lineStart - 1].isLineEnd { lineStart -= 1 }
    self.init(
      code: error.code, line: 1 + text.lineEnds(in: 0..<lineStart),
      column: error.position - lineStart + 1, byteOffset: error.position)
  }
}

extension RecordBatch {
  /// Appends a record whose cells are values of an object, or missing if nil.
  ///
  /// - Parameters:
  ///   - values: The values by column, with positions in `text`.
  ///   - text: The record as received, in UTF-8.
  package mutating func append(_ values: [JSONValue?], in text: [UInt8]) {
    let (start, firstCell) = (bytes.count, cells.count)
    bytes += text
    for value in values {
      guard let value, value.kind != .missing else {
        cells.append(.missing)
        continue
      }
      var cell = value.cell
      if value.hasEscapes {
        cell.start = UInt32(bytes.count)
        text.span.appendString(in: value.range, to: &bytes)
        cell.end = UInt32(bytes.count)
      } else {
        cell.start += UInt32(start)
        cell.end += UInt32(start)
      }
      cells.append(cell)
    }
    records.append(
      RecordRange(
        firstCell: UInt32(firstCell), cellCount: UInt32(values.count), line: 1, byteOffset: 0,
        rawStart: UInt32(start), rawEnd: UInt32(start + text.count)))
  }
}
