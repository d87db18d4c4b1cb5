import FormBytes

/// Reads a text that is well-formed JSON (RFC 8259) with an object at its top.
///
/// JSON is YAML, but libyaml knows no surrogate pairs (`"\ud83d\ude00"`) and no keys over 1,024
/// characters, and is slower: stored definitions are JSON and read at each start. What is not
/// well-formed, or goes over a bound, is nil here, and the YAML reader says what is wrong with it.
package struct JSONReader: ~Copyable, ~Escapable {
  /// How deep values may stand in one another.
  package static let maximumDepth = 64
  /// How many values there may be.
  package static let maximumNodes = 1_000_000

  private var scanner: JSONScanner
  /// Where the scanner was when its place was last asked for.
  private var place = SourceLocation(line: 1, column: 1)
  private var placed = 0
  private var nodes = 0

  /// Of a text that is too deep, has too many values, or holds what only YAML reads.
  private struct Refused: Error {}

  package static func read(_ text: String) -> DefinitionNode? {
    guard text.utf8.first(where: { !$0.isASCIIBlank }) == .openBrace else { return nil }
    let bytes = Array(text.utf8)
    var reader = JSONReader(bytes.span)
    guard let node = try? reader.value(depth: 1) else { return nil }
    reader.scanner.skipBlanks()
    return reader.scanner.current == nil ? node : nil
  }

  @_lifetime(copy bytes)
  private init(_ bytes: Span<UInt8>) { scanner = JSONScanner(bytes) }

  /// Where the next value or key begins.
  private mutating func location() -> SourceLocation {
    scanner.skipBlanks()
    let input = scanner.input
    while placed < scanner.position {
      let next = placed + 1 < input.count ? input[placed + 1] : nil
      place.advance(over: input[placed], before: next)
      placed += 1
    }
    return place
  }

  private mutating func value(depth: Int) throws -> DefinitionNode {
    nodes += 1
    guard depth <= Self.maximumDepth, nodes <= Self.maximumNodes else { throw Refused() }
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
      guard keys.insert(key).inserted, key != "<<" else { throw Refused() }
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

  /// NUL is left to the YAML reader, which refuses it.
  private func text(of value: JSONValue) throws -> String {
    var bytes: [UInt8] = []
    scanner.input.appendString(in: value.range, to: &bytes)
    guard !value.hasEscapes || !bytes.contains(0) else { throw Refused() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
