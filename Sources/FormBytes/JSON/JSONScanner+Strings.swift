extension JSONScanner {
  /// Reads a string.
  @inlinable @inline(__always)
  package mutating func string() throws(JSONError) -> JSONValue {
    guard skip(.quote) else { throw syntaxError() }
    let start = position
    var hasEscapes = false
    while true {
      position = input.firstSpecialInString(from: position)
      if skip(.quote) {
        return JSONValue(kind: .string, range: start..<(position &- 1), hasEscapes: hasEscapes)
      }
      guard current == .backslash else { throw syntaxError() }
      hasEscapes = true
      try escape()
    }
  }

  /// Reads an escape. After `\u` with a high surrogate, reads the low surrogate as well.
  @usableFromInline
  mutating func escape() throws(JSONError) {
    let start = position
    position &+= 1
    switch current {
    case UInt8(ascii: "u"):
      position &+= 1
      let unit = try hexadecimal()
      if acceptsUnpairedSurrogates { return }
      if (0xD800...0xDBFF).contains(unit) {
        guard skip(.backslash), skip(UInt8(ascii: "u")) else { throw surrogateError(at: start) }
        guard (0xDC00...0xDFFF).contains(try hexadecimal()) else {
          throw surrogateError(at: start)
        }
      } else if (0xDC00...0xDFFF).contains(unit) {
        throw surrogateError(at: start)
      }
    case let byte? where byte.unescaped != nil: position &+= 1
    default: throw syntaxError()
    }
  }

  /// Returns the error for an unpaired surrogate, at its escape unless the text is incomplete.
  private func surrogateError(at start: Int) -> JSONError {
    position == input.count
      ? syntaxError() : JSONError(code: .jsonSyntax, position: start)
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexValue, digit < 16 else { throw syntaxError() }
      unit = unit << 4 | UInt32(digit)
      position &+= 1
    }
    return unit
  }
}

extension Span<UInt8> {
  /// Returns the index of the first quote, backslash or control byte at or after `start`, or the
  /// end.
  @inlinable @inline(__always)
  package func firstSpecialInString(from start: Int) -> Int {
    var position = start
    while position &+ 16 <= count {
      let bytes = vector(at: position)
      let specials = SIMD2(
        bytes.equals(.quote) .| bytes.equals(.backslash) .| bytes.isBelow(0x20))
      if specials.x != 0 { return position &+ specials.x.trailingZeroBitCount >> 3 }
      if specials.y != 0 { return position &+ 8 &+ specials.y.trailingZeroBitCount >> 3 }
      position &+= 16
    }
    while position < count {
      let byte = self[position]
      if byte < 0x20 || byte == .quote || byte == .backslash { break }
      position &+= 1
    }
    return position
  }

  /// Appends the text of a string whose validated content is in `range`.
  package func appendString(in range: Range<Int>, to bytes: inout [UInt8]) {
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = self[position]
      position &+= 1
      if byte != .backslash {
        bytes.append(byte)
        continue
      }
      let escaped = self[position]
      position &+= 1
      if let plain = escaped.unescaped {
        bytes.append(plain)
        continue
      }
      var scalar = codeUnit(at: position)
      position &+= 4
      if (0xD800...0xDBFF).contains(scalar) {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (codeUnit(at: position &+ 2) & 0x3FF)
        position &+= 6
      }
      bytes.appendUTF8(scalar)
    }
  }

  /// Returns the value of the four hexadecimal digits at `position`.
  private func codeUnit(at position: Int) -> UInt32 {
    var unit: UInt32 = 0
    for index in position..<(position &+ 4) {
      unit = unit << 4 | UInt32(self[index].hexValue & 0xF)
    }
    return unit
  }
}

extension [UInt8] {
  /// Appends a scalar as UTF-8. It must not be a surrogate.
  package mutating func appendUTF8(_ scalar: UInt32) {
    func tail(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F
    }
    switch scalar {
    case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      append(tail(0))
    case ..<0x10000:
      append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      append(tail(6))
      append(tail(0))
    default:
      append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      append(tail(12))
      append(tail(6))
      append(tail(0))
    }
  }
}

extension UInt8 {
  /// The meaning of the byte after a backslash in a JSON string. Nil for `u` and invalid bytes.
  fileprivate var unescaped: UInt8? {
    switch self {
    case .quote, .backslash, UInt8(ascii: "/"): self
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): .lineFeed
    case UInt8(ascii: "r"): .carriageReturn
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }
}
