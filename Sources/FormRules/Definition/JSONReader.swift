/// Reads a text that is well-formed JSON (RFC 8259) with an object at its top.
///
/// JSON is YAML, but libyaml knows no surrogate pairs (`"\ud83d\ude00"`) and no keys over 1,024
/// characters, and is slower: stored definitions are JSON and read at each start. What is not
/// well-formed, or goes over a bound, is nil here, and the YAML reader says what is wrong with it.
package struct JSONReader {
  /// How deep values may stand in one another.
  package static let maximumDepth = 64
  /// How many values there may be.
  package static let maximumNodes = 1_000_000

  private let bytes: [UInt8]
  private var index = 0
  private var place = SourceLocation(line: 1, column: 1)
  private var nodes = 0

  private struct Malformed: Error {}

  package static func read(_ text: String) -> DefinitionNode? {
    guard text.utf8.first(where: { !$0.isASCIIBlank }) == UInt8(ascii: "{") else { return nil }
    var reader = JSONReader(bytes: Array(text.utf8))
    guard let node = try? reader.value(depth: 1) else { return nil }
    reader.skipBlanks()
    return reader.index == reader.bytes.count ? node : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func advance() {
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    place.advance(over: bytes[index], before: next)
    index += 1
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      advance()
    }
  }

  /// Takes the byte if it comes next, after blanks.
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard current == UInt8(ascii: byte) else { return false }
    advance()
    return true
  }

  private mutating func expect(_ byte: Unicode.Scalar) throws(Malformed) {
    guard take(byte) else { throw Malformed() }
  }

  private mutating func value(depth: Int) throws(Malformed) -> DefinitionNode {
    skipBlanks()
    nodes += 1
    guard depth <= Self.maximumDepth, nodes <= Self.maximumNodes else {
      throw Malformed()
    }
    let start = place
    switch current {
    case UInt8(ascii: "{"): return .init(.mapping(try members(depth: depth)), at: start)
    case UInt8(ascii: "["): return .init(.sequence(try items(depth: depth)), at: start)
    case UInt8(ascii: "\""): return .init(.scalar(try string(), isPlain: false), at: start)
    default:
      let word = try word()
      return word == "null" ? .null(at: start) : .init(.scalar(word, isPlain: true), at: start)
    }
  }

  private mutating func members(depth: Int) throws(Malformed) -> [DefinitionNode.Entry] {
    var entries: [DefinitionNode.Entry] = []
    var keys: Set<String> = []
    try expect("{")
    if take("}") { return [] }
    repeat {
      skipBlanks()
      let start = place
      let key = try string()
      nodes += 1
      guard keys.insert(key).inserted, key != "<<" else { throw Malformed() }
      try expect(":")
      entries.append(.init(key, at: start, try value(depth: depth + 1)))
    } while take(",")
    try expect("}")
    return entries
  }

  private mutating func items(depth: Int) throws(Malformed) -> [DefinitionNode] {
    var items: [DefinitionNode] = []
    try expect("[")
    if take("]") { return [] }
    repeat { items.append(try value(depth: depth + 1)) } while take(",")
    try expect("]")
    return items
  }

  /// `true`, `false`, `null` or a number, as its source text.
  private mutating func word() throws(Malformed) -> String {
    let start = index
    while let byte = current,
      byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
    {
      advance()
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) || Self.isNumber(bytes[start..<index]) else {
      throw Malformed()
    }
    return word
  }

  /// `[-]digits[.digits][(e|E)[+-]digits]` without leading zeros.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let count = rest.prefix { $0.isASCIIDigit }.count
      rest = rest.dropFirst(count)
      return count
    }
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let leadsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !leadsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits() > 0 else { return false }
    }
    if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard digits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(Malformed) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        advance()
        text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw Malformed()
      default:
        text.append(byte)
        advance()
      }
    }
    throw Malformed()
  }

  /// What stands after a backslash. NUL is left to the YAML reader, which refuses it.
  private mutating func escape() throws(Malformed) -> Unicode.Scalar {
    guard let byte = current else { throw Malformed() }
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if (0xD800..<0xDC00).contains(unit) {
        guard current == UInt8(ascii: "\\") else { throw Malformed() }
        advance()
        guard current == UInt8(ascii: "u") else { throw Malformed() }
        advance()
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else { throw Malformed() }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard unit != 0, let scalar = Unicode.Scalar(unit) else { throw Malformed() }
      return scalar
    default: throw Malformed()
    }
  }

  private mutating func hexadecimal() throws(Malformed) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw Malformed() }
      unit = unit << 4 | UInt32(digit)
      advance()
    }
    return unit
  }
}
