package import FormRules

/// Reads definition files: YAML 1.2 or JSON, one or several documents each.
///
/// Scalars keep their source text: nothing is typed before its key says of what type it is. What
/// lets a small file mean a large one, or one text mean two things, is refused: aliases, anchors,
/// merge keys, tags, duplicate keys.
package enum DefinitionFile {
  /// A larger file is refused unread.
  package static let maximumBytes = 16 << 20

  /// Reads the definitions of a file, in the order of its documents.
  ///
  /// - Parameters:
  ///   - text: the file's text.
  ///   - file: its name, for errors.
  ///   - knownRules: the stored names of all rules.
  /// - Throws: everything that is wrong with the file, each with its place. A syntax error hides
  ///   what stands after it.
  /// - Complexity: linear in the size of the text.
  package static func parse(
    _ text: String, file: String, knownRules: [String]
  ) throws(DefinitionErrors) -> [Definition] {
    let documents = DocumentReader.read(text)
    var reader = DefinitionReader(knownRules: knownRules)
    let definitions = documents.nodes.compactMap { reader.definition($0) }
    if let error = documents.error {
      reader.errors.append(error)
    } else if documents.nodes.isEmpty {
      reader.errors.append(
        DefinitionError(
          "nothing is defined here; begin with 'form: NAME' or 'rules: NAME'",
          at: SourceLocation(line: 1, column: 1)))
    }
    guard reader.errors.isEmpty else { throw DefinitionErrors(reader.errors, file: file) }
    return definitions
  }

  /// The same from the bytes of a file, which must be UTF-8.
  package static func parse(
    bytes: [UInt8], file: String, knownRules: [String]
  ) throws(DefinitionErrors) -> [Definition] {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let place = SourceLocation(ofByte: error.byteOffsets.lowerBound, in: bytes)
      throw DefinitionErrors(
        [DefinitionError("not UTF-8 text; save the file as UTF-8", at: place)], file: file)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return try parse(text, file: file, knownRules: knownRules)
  }
}

extension SourceLocation {
  /// The place of a byte in UTF-8 text; columns count Unicode scalars, as libyaml's do.
  init(ofByte offset: Int, in bytes: [UInt8]) {
    var place = SourceLocation(line: 1, column: 1)
    for index in 0..<offset {
      place.advance(over: bytes[index], before: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
    self = place
  }

  /// Moves past one byte of UTF-8 text. A line ends with LF, CR LF or CR.
  mutating func advance(over byte: UInt8, before next: UInt8?) {
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
