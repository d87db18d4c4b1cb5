/// The position and kind of a JSON value in the scanner's input.
@usableFromInline
package struct JSONValue: Sendable {
  @usableFromInline package var kind: Cell.Kind
  /// The JSON text. For a string, the text between the quotes.
  @usableFromInline package var range: Range<Int>
  /// Whether a string contains escapes.
  @usableFromInline package var hasEscapes: Bool

  @inlinable @inline(__always)
  package init(kind: Cell.Kind, range: Range<Int>, hasEscapes: Bool = false) {
    self.kind = kind
    self.range = range
    self.hasEscapes = hasEscapes
  }

  /// The position of the JSON text, with the quotes of a string.
  package var source: Range<Int> {
    kind == .string ? range.lowerBound - 1..<range.upperBound + 1 : range
  }

  /// The value as a cell. With escapes, the cell contains the JSON text.
  @inlinable @inline(__always)
  package var cell: Cell {
    if kind == .missing { return .missing }
    return Cell(
      start: UInt32(truncatingIfNeeded: range.lowerBound),
      end: UInt32(truncatingIfNeeded: range.upperBound),
      kind: kind, isPlain: kind == .string && !hasEscapes)
  }
}

/// A strict scanner for JSON text (RFC 8259).
///
/// Rejects trailing commas, NaN, leading zeros, raw control bytes, unpaired surrogates, duplicate
/// keys in an object, and more than 512 levels. Returns the positions of values instead of creating
/// them. The caller must check that the bytes are UTF-8.
@usableFromInline
package struct JSONScanner: ~Escapable {
  /// The maximum nesting depth of arrays and objects (RFC 8259, section 9, permits a limit).
  package static let maximumDepth = 512

  @usableFromInline package let input: Span<UInt8>
  /// The index of the next byte.
  @usableFromInline package var position: Int
  /// Whether a duplicate key in a nested object is an error.
  package var checksKeys = true
  /// Whether to accept `\u` with an unpaired surrogate, which the grammar permits but which is not
  /// a character (RFC 8259, section 8.2).
  package var acceptsUnpairedSurrogates = false

  /// Creates a scanner that begins at a position.
  @_lifetime(copy input)
  package init(_ input: Span<UInt8>, from position: Int = 0) {
    self.input = input
    self.position = position
  }

  /// The next byte, or nil at the end.
  @inlinable @inline(__always)
  package var current: UInt8? { position < input.count ? input[position] : nil }

  @inlinable @inline(__always)
  package mutating func skipBlanks() {
    while let byte = current, byte.isJSONBlank { position &+= 1 }
  }

  /// Skips `byte` if it is next. Returns whether it was.
  @inlinable @inline(__always)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position &+= 1
    return true
  }

  /// Skips blanks, and then `byte` if it is next. Returns whether it was.
  @inlinable @inline(__always)
  package mutating func skipBlanksAnd(_ byte: UInt8) -> Bool {
    skipBlanks()
    return skip(byte)
  }

  /// Returns a syntax error at the current position.
  @usableFromInline
  package func syntaxError() -> JSONError { JSONError(code: .jsonSyntax, position: position) }

  /// Reads a value of any kind, and the preceding blanks.
  @inlinable @inline(__always)
  package mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    let start = position
    switch current {
    case .quote: return try string()
    case .openBrace:
      try container()
      return JSONValue(kind: .object, range: start..<position)
    case .openBracket:
      try container()
      return JSONValue(kind: .array, range: start..<position)
    default: return try scalar()
    }
  }

  /// Reads a key and its colon, and the blanks before each.
  @inlinable @inline(__always)
  package mutating func key() throws(JSONError) -> JSONValue {
    skipBlanks()
    let key = try string()
    guard skipBlanksAnd(UInt8(ascii: ":")) else { throw syntaxError() }
    return key
  }

  /// Reads a literal or a number.
  @usableFromInline
  mutating func scalar() throws(JSONError) -> JSONValue {
    let start = position
    var kind = Cell.Kind.boolean
    switch current {
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"):
      try literal("null")
      kind = .missing
    default:
      try number()
      kind = .number
    }
    return JSONValue(kind: kind, range: start..<position)
  }

  private mutating func literal(_ text: String) throws(JSONError) {
    for byte in text.utf8 {
      guard skip(byte) else { throw syntaxError() }
    }
  }

  private mutating func number() throws(JSONError) {
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
      try digits()
    }
  }

  private mutating func digits() throws(JSONError) {
    guard let first = current, first.isASCIIDigit else { throw syntaxError() }
    while let byte = current, byte.isASCIIDigit { position &+= 1 }
  }

  /// Reads an array or object to its end, without recursion.
  @usableFromInline
  mutating func container() throws(JSONError) {
    // The keys of each open object, or nil for an open array. The record itself is one more level.
    var levels: [Set<[UInt8]>?] = []
    repeat {
      skipBlanks()
      if current == .openBrace || current == .openBracket {
        guard levels.count < Self.maximumDepth - 1 else {
          throw JSONError(code: .tooDeep, position: position)
        }
        let isObject = current == .openBrace
        position &+= 1
        if skipBlanksAnd(isObject ? .closeBrace : .closeBracket) {
          // An empty array or object is complete.
        } else {
          levels.append(isObject ? [] : nil)
          if isObject { try nestedKey(&levels) }
          continue
        }
      } else if current == .quote {
        _ = try string()
      } else {
        _ = try scalar()
      }
      while let level = levels.last, !skipBlanksAnd(UInt8(ascii: ",")) {
        guard skip(level == nil ? .closeBracket : .closeBrace) else { throw syntaxError() }
        levels.removeLast()
      }
      if levels.last ?? nil != nil { try nestedKey(&levels) }
    } while !levels.isEmpty
  }

  /// Reads a key of the innermost object.
  private mutating func nestedKey(_ levels: inout [Set<[UInt8]>?]) throws(JSONError) {
    skipBlanks()
    let start = position
    let key = try key()
    guard checksKeys else { return }
    var name: [UInt8] = []
    input.appendString(in: key.range, to: &name)
    if levels[levels.count - 1]?.insert(name).inserted == false {
      throw JSONError(code: .duplicateKey, position: start)
    }
  }
}

extension Span<UInt8> {
  /// Whether the text is exactly one JSON value of a kind (RFC 8259), without blanks around it.
  package func isJSON(_ kind: Cell.Kind) -> Bool {
    var scanner = JSONScanner(self)
    guard let value = try? scanner.value() else { return false }
    return value.kind == kind && value.range.count == count
  }
}

/// The reason and position of an error in JSON text.
@usableFromInline
package struct JSONError: Error, Equatable {
  package var code: FaultCode
  /// The offset in the scanner's input, or its end if the text is incomplete.
  package var position: Int

  package init(code: FaultCode, position: Int) {
    self.code = code
    self.position = position
  }
}
