import FormBytes

/// Parses JSON (RFC 8259).
///
/// For definitions, the YAML reader accepts JSON too, but libyaml does not support surrogate pairs
/// (`"\ud83d\ude00"`) or keys over 1,024 characters, and it is slower: stored definitions are JSON
/// and are read at each start.
package struct JSONReader: ~Copyable, ~Escapable {
  /// The maximum nesting depth of values.
  package static let maximumDepth = 64
  /// The maximum number of values and keys in a definition.
  package static let maximumNodes = 1_000_000

  private var scanner: JSONScanner
  /// The location of the byte at `countedBytes`, from which lines are counted on.
  private var countedLocation = DefinitionLocation(line: 1, column: 1)
  private var countedBytes = 0
  private var nodes = 0

  /// Thrown for a text that is too deep, has too many values, or contains what only the YAML reader
  /// handles.
  private struct Refused: Error {}

  /// Whether the text is a definition, which has a limited number of nodes, no merge keys, and no
  /// text with NUL.
  private let isDefinition: Bool

  /// Parses a definition, whose top-level value is an object. Returns nil for text that is
  /// malformed or exceeds a limit; the YAML reader then reports the error.
  package static func read(_ text: String) -> DefinitionNode? {
    guard text.utf8.first(where: { !$0.isASCIIBlank }) == .openBrace else { return nil }
    return readValue(text, isDefinition: true)
  }

  /// Parses a value of any kind. Returns nil for text that is malformed or nested too deeply.
  package static func readValue(_ text: String, isDefinition: Bool = false) -> DefinitionNode? {
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span, isDefinition: isDefinition)
    // The caller reports text that is not JSON.
    guard let node = try? reader.value(depth: 1) else { return nil }
    reader.scanner.skipBlanks()
    return reader.scanner.current == nil ? node : nil
  }

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>, isDefinition: Bool) {
    scanner = JSONScanner(bytes)
    self.isDefinition = isDefinition
  }

  /// Returns the location of the next value or key.
  private mutating func location() -> DefinitionLocation {
    scanner.skipBlanks()
    let input = scanner.input
    while countedBytes < scanner.position {
      let next = countedBytes + 1 < input.count ? input[countedBytes + 1] : nil
      countedLocation.advance(over: input[countedBytes], before: next)
      countedBytes += 1
    }
    return countedLocation
  }

  private mutating func value(depth: Int) throws -> DefinitionNode {
    nodes += 1
    guard depth <= Self.maximumDepth, !isDefinition || nodes <= Self.maximumNodes else {
      throw Refused()
    }
    let start = location()
    if scanner.skip(.openBrace) { return .init(.mapping(try members(depth: depth)), at: start) }
    if scanner.skip(.openBracket) { return .init(.sequence(try items(depth: depth)), at: start) }
    let value = try scanner.value()
    switch value.kind {
    case .missing: return .null(at: start)
    case .string: return .init(.scalar(try text(of: value), isPlain: false), at: start)
    default: return .init(.scalar(try text(of: value), isPlain: true), at: start)
    }
  }

  private mutating func members(depth: Int) throws -> [DefinitionNode.Entry] {
    var entries: [DefinitionNode.Entry] = []
    var keys: Set<String> = []
    if scanner.skipBlanksAnd(.closeBrace) { return [] }
    repeat {
      let start = location()
      let key = try text(of: try scanner.key())
      nodes += 1
      guard keys.insert(key).inserted, !isDefinition || key != "<<" else { throw Refused() }
      entries.append(.init(key, at: start, try value(depth: depth + 1)))
    } while scanner.skipBlanksAnd(.comma)
    guard scanner.skip(.closeBrace) else { throw Refused() }
    return entries
  }

  private mutating func items(depth: Int) throws -> [DefinitionNode] {
    var items: [DefinitionNode] = []
    if scanner.skipBlanksAnd(.closeBracket) { return [] }
    repeat { items.append(try value(depth: depth + 1)) } while scanner.skipBlanksAnd(.comma)
    guard scanner.skip(.closeBracket) else { throw Refused() }
    return items
  }

  /// Decodes a string. In a definition, a text with NUL is left to the YAML reader, which rejects
  /// it.
  private func text(of value: JSONValue) throws -> String {
    var bytes: [UInt8] = []
    scanner.input.appendString(in: value.range, to: &bytes)
    guard !isDefinition || !value.hasEscapes || !bytes.contains(0) else { throw Refused() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
