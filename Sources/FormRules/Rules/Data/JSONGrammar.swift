/// The grammar of JSON (RFC 8259), over bytes, without building anything.
struct JSONGrammar: ~Copyable, ~Escapable {
  /// What a JSON value can be.
  typealias Kind = RuleEntry.JSONKind

  /// How deep arrays and objects may be nested (RFC 8259, 9 lets a parser set one).
  static let maximumDepth = 512

  private let text: Span<UInt8>
  private var index = 0
  private var depth = 0
  /// One bit a level: whether it is an object.
  private var objects = InlineArray<8, UInt64>(repeating: 0)

  @_lifetime(copy text)
  private init(_ text: Span<UInt8>) { self.text = text }

  /// The kind of the one value that the text is, or nil when it is no JSON text.
  static func kind(of text: Span<UInt8>) -> Kind? {
    var grammar = JSONGrammar(text)
    return grammar.read()
  }

  private mutating func read() -> Kind? {
    skipBlanks()
    let kind: Kind
    switch peek {
    case UInt8(ascii: "{"): kind = .object
    case UInt8(ascii: "["): kind = .array
    case UInt8(ascii: "\""): kind = .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = .boolean
    case UInt8(ascii: "n"): kind = .null
    default: kind = .number
    }
    guard skipValues() else { return nil }
    skipBlanks()
    return index == text.count ? kind : nil
  }

  /// The next byte, or 0, which stands in no JSON text, at the end.
  private var peek: UInt8 { index < text.count ? text[index] : 0 }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while index < text.count, [0x20, 0x0A, 0x0D, 0x09].contains(text[index]) { index += 1 }
  }

  /// Skips a value with everything in it; a loop in place of recursion.
  private mutating func skipValues() -> Bool {
    while true {
      // At the beginning of a value.
      if skip(UInt8(ascii: "{")) {
        guard open(isObject: true) else { return false }
        skipBlanks()
        if !skip(UInt8(ascii: "}")) {
          guard skipKey() else { return false }
          continue
        }
        depth -= 1
      } else if skip(UInt8(ascii: "[")) {
        guard open(isObject: false) else { return false }
        skipBlanks()
        if !skip(UInt8(ascii: "]")) { continue }
        depth -= 1
      } else if !skipScalar() {
        return false
      }
      // Behind a value.
      var isNext = false
      while depth > 0, !isNext {
        let level = depth - 1
        let isObject = objects[level / 64] >> UInt64(level % 64) & 1 == 1
        skipBlanks()
        if skip(UInt8(ascii: ",")) {
          skipBlanks()
          if isObject, !skipKey() { return false }
          isNext = true
        } else {
          guard skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
          depth -= 1
        }
      }
      if !isNext { return true }
    }
  }

  private mutating func open(isObject: Bool) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    let bit = UInt64(1) << UInt64(depth % 64)
    if isObject { objects[depth / 64] |= bit } else { objects[depth / 64] &= ~bit }
    depth += 1
    return true
  }

  private mutating func skipKey() -> Bool {
    guard skipString() else { return false }
    skipBlanks()
    guard skip(UInt8(ascii: ":")) else { return false }
    skipBlanks()
    return true
  }

  private mutating func skipScalar() -> Bool {
    switch peek {
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "t"): skipWord("true")
    case UInt8(ascii: "f"): skipWord("false")
    case UInt8(ascii: "n"): skipWord("null")
    default: skipNumber()
    }
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= text.count else { return false }
    for offset in 0..<count where unsafe text[index + offset] != word.utf8Start[offset] {
      return false
    }
    index += count
    return true
  }

  private mutating func skipString() -> Bool {
    guard skip(UInt8(ascii: "\"")) else { return false }
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return true }
      if byte < 0x20 { return false }
      if byte == UInt8(ascii: "\\"), !skipEscape() { return false }
    }
    return false
  }

  private mutating func skipEscape() -> Bool {
    let byte = peek
    index += 1
    if byte == UInt8(ascii: "u") {
      for _ in 0..<4 {
        guard peek.hexValue < 16 else { return false }
        index += 1
      }
      return true
    }
    return Self.escapes.contains(byte)
  }

  private static let escapes = ASCIISet { "\"\\/bfnrt".utf8.contains($0) }

  private mutating func skipNumber() -> Bool {
    _ = skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")), !skipDigits() { return false }
    if skip(UInt8(ascii: ".")), !skipDigits() { return false }
    if peek | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      return skipDigits()
    }
    return true
  }

  private mutating func skipDigits() -> Bool {
    let start = index
    while peek.isASCIIDigit { index += 1 }
    return index > start
  }
}
