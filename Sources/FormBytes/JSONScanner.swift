/// Where a JSON value stands in the scanner's input, and what it is.
@usableFromInline
package struct JSONValue {
  @usableFromInline package var kind: Cell.Kind
  /// Its source text; of a string, what is between the quotes.
  @usableFromInline package var range: Range<Int>
  /// Whether a string holds escapes.
  @usableFromInline package var hasEscapes: Bool

  @inlinable @inline(__always)
  init(kind: Cell.Kind, range: Range<Int>, hasEscapes: Bool = false) {
    self.kind = kind
    self.range = range
    self.hasEscapes = hasEscapes
  }

  /// Where it stands, as a cell; with escapes, its source text.
  @inlinable @inline(__always)
  package var cell: Cell {
    if kind == .missing { return .missing }
    return Cell(
      start: UInt32(truncatingIfNeeded: range.lowerBound),
      end: UInt32(truncatingIfNeeded: range.upperBound),
      kind: kind, isPlain: kind == .string && !hasEscapes)
  }
}

/// A strict reader of JSON text (RFC 8259): no trailing comma, NaN, leading zero, raw control
/// byte, unpaired surrogate or key twice in an object, and at most 512 levels. It makes no values;
/// it says where they stand. That the bytes are UTF-8 is checked elsewhere.
@usableFromInline
package struct JSONScanner: ~Escapable {
  /// How deep arrays and objects may stand in one another (RFC 8259, 9, lets a reader set a bound).
  package static let maximumDepth = 512

  @usableFromInline package let input: Span<UInt8>
  /// Where the next byte is.
  @usableFromInline package var position: Int
  /// Whether a key that stands twice in a nested object is an error.
  package var checksKeys = true
  /// Whether `\u` may write half of a surrogate pair, which is in the grammar but is no character
  /// (RFC 8259, 8.2).
  package var takesUnpairedSurrogates = false

  /// A scanner that begins at a position.
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

  /// Passes over `byte` if it is next.
  @inlinable @inline(__always)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position &+= 1
    return true
  }

  /// Passes over blanks, and over `byte` if it is next then.
  @inlinable @inline(__always)
  package mutating func skipBlanksAnd(_ byte: UInt8) -> Bool {
    skipBlanks()
    return skip(byte)
  }

  /// That the text is no JSON here.
  @usableFromInline
  package func syntaxError() -> JSONError { JSONError(code: .syntax, position: position) }

  /// Reads a value of any kind, and the blanks before it.
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

  /// Reads a key, its colon, and the blanks before each.
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
    // The keys of each open object; nil for an open array. The record itself is one level more.
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
          // An empty one is a value that has been read.
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
