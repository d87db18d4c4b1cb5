package import FormBytes

/// The characters of a single-byte encoding, which includes ASCII.
package struct SingleByteTable: Sendable {
  /// The characters of the bytes 80 to FF. U+FFFD means that the byte is not a character.
  package let characters: [Unicode.Scalar]
  private let bytes: [Unicode.Scalar: UInt8]
  /// The bytes 80 to FF in UTF-8, from the lowest byte, with the length in the highest one. A byte
  /// that is not a character follows FF.
  private let texts: [UInt32]

  private init(_ characters: [Unicode.Scalar]) {
    self.characters = characters
    var bytes: [Unicode.Scalar: UInt8] = [:]
    texts = characters.enumerated().map { offset, scalar in
      let byte = 0x80 + UInt8(offset)
      let isCharacter = scalar != "\u{FFFD}"
      if isCharacter { bytes[scalar] = byte }
      let text = isCharacter ? Array(UTF8.encode(scalar)!) : [0xFF, byte]
      return text.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(text.count) << 24
    }
    self.bytes = bytes
  }

  /// Appends the text of bytes in UTF-8. Linear.
  func decode(_ input: Span<UInt8>, appendingTo output: inout [UInt8]) {
    var position = 0
    while position < input.count {
      let end = input.endOfASCII(from: position)
      if end > position { output.append(input.extracting(position..<end)) }
      position = end
      while position < input.count, input[position] >= 0x80 {
        var text = texts[Int(input[position] & 0x7F)]
        for _ in 0..<(text >> 24) {
          output.append(UInt8(truncatingIfNeeded: text))
          text >>= 8
        }
        position += 1
      }
    }
  }

  /// Returns the byte of a character, or nil if the encoding lacks it.
  package func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.isASCII ? UInt8(scalar.value) : bytes[scalar]
  }

  fileprivate static let all: [TextEncoding: SingleByteTable] = {
    var tables = EncodingTables.singleByte.reduce(into: [:]) { tables, entry in
      tables[TextEncoding(rawValue: entry.key)] = SingleByteTable(Array(entry.value.unicodeScalars))
    }
    tables[.latin1] = SingleByteTable((UInt8(0x80)...0xFF).map { Unicode.Scalar($0) })
    return tables.reduce(into: [:]) { tables, entry in
      if let encoding = entry.key { tables[encoding] = entry.value }
    }
  }()
}

extension TextEncoding {
  /// The characters of the encoding if it is a single-byte encoding, otherwise nil.
  package var singleByteTable: SingleByteTable? { SingleByteTable.all[self] }
}
