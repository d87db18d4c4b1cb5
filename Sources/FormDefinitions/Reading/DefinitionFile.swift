package import FormRules

/// Reads definition files: YAML 1.2 or JSON, with one or more documents each.
///
/// Scalars keep their source text: the key of a scalar determines its type. Aliases, anchors, merge
/// keys, tags and duplicate keys are errors, because they let a small file expand to a large one,
/// or let one text have two meanings.
package enum DefinitionFile {
  /// The maximum size of a file. Larger files are not read.
  package static let maximumBytes = 16 << 20

  /// Reads the definitions of a file, in the order of its documents.
  ///
  /// - Parameters:
  ///   - text: The file's text.
  ///   - file: The file's name, for errors.
  ///   - knownRules: The stored names of all rules.
  /// - Throws: All errors in the file, with their locations. A syntax error hides the errors after
  ///   it.
  /// - Complexity: Linear in the size of the text.
  package static func parse(
    _ text: String, file: String, knownRules: [String]
  ) throws(DefinitionErrors) -> [Definition] {
    try parse(
      text, file, knownRules: knownRules, beginning: "'form: NAME', 'rules: NAME' or 'source: NAME'"
    ) {
      $0.definition($1)
    }
  }

  /// Reads the messages of a file, in the order of its documents.
  package static func messages(
    bytes: [UInt8], file: String
  ) throws(DefinitionErrors) -> [MessageCatalogue] {
    try parse(try text(bytes, file), file, knownRules: [], beginning: "'messages: LANGUAGE'") {
      $0.messages($1)
    }
  }

  /// Reads the documents of a file that contains no definitions, in their order.
  ///
  /// - Parameters:
  ///   - beginning: The beginning of a document, for an error.
  ///   - read: Returns the meaning of a document, or nil after it has noted an error.
  package static func documents<Meaning>(
    bytes: [UInt8], file: String, beginning: String,
    _ read: (inout DefinitionReader, DefinitionNode) -> Meaning?
  ) throws(DefinitionErrors) -> [Meaning] {
    try parse(try text(bytes, file), file, knownRules: [], beginning: beginning, read: read)
  }

  private static func parse<Meaning>(
    _ text: String, _ file: String, knownRules: [String], beginning: String,
    read: (inout DefinitionReader, DefinitionNode) -> Meaning?
  ) throws(DefinitionErrors) -> [Meaning] {
    let documents = DocumentReader.read(text)
    var reader = DefinitionReader(knownRules: knownRules)
    let meanings = documents.nodes.compactMap { read(&reader, $0) }
    if let error = documents.error {
      reader.errors.append(error)
    } else if documents.nodes.isEmpty {
      reader.errors.append(
        DefinitionError(
          "the file contains no definition; begin with \(beginning)", .missing(nil),
          at: DefinitionLocation(line: 1, column: 1)))
    }
    guard reader.errors.isEmpty else { throw DefinitionErrors(reader.errors, file: file) }
    return meanings
  }

  /// Checks documents that do not come from a file.
  package static func check(
    _ documents: [DefinitionNode], file: String, knownRules: [String]
  ) throws(DefinitionErrors) {
    var reader = DefinitionReader(knownRules: knownRules)
    for document in documents { _ = reader.definition(document) }
    guard reader.errors.isEmpty else { throw DefinitionErrors(reader.errors, file: file) }
  }

  /// Reads one value in the syntax of definition files, such as `{min: 3}`.
  ///
  /// - Throws: An error if the text is not YAML or JSON, or not exactly one document.
  package static func parseValue(_ text: String) throws(DefinitionErrors) -> DefinitionNode {
    let documents = DocumentReader.read(text)
    if let error = documents.error { throw DefinitionErrors([error]) }
    guard documents.nodes.count == 1, let node = documents.nodes.first else {
      throw DefinitionErrors([DefinitionError("a single value is required", .syntax, at: .none)])
    }
    return node
  }

  /// Reads the definitions in the bytes of a file, which must be UTF-8.
  package static func parse(
    bytes: [UInt8], file: String, knownRules: [String]
  ) throws(DefinitionErrors) -> [Definition] {
    try parse(try text(bytes, file), file: file, knownRules: knownRules)
  }

  private static func text(_ bytes: [UInt8], _ file: String) throws(DefinitionErrors) -> String {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let location = DefinitionLocation(ofByte: error.byteOffsets.lowerBound, in: bytes)
      throw DefinitionErrors(
        [DefinitionError("not UTF-8 text; save the file as UTF-8", .syntax, at: location)],
        file: file)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension DefinitionLocation {
  /// Returns the location of a byte in UTF-8 text. Columns count Unicode scalars, like libyaml's.
  init(ofByte offset: Int, in bytes: [UInt8]) {
    var location = DefinitionLocation(line: 1, column: 1)
    for index in 0..<offset {
      location.advance(over: bytes[index], before: index + 1 < bytes.count ? bytes[index + 1] : nil)
    }
    self = location
  }
}
