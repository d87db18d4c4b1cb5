import FormBytes

/// The shape of a text: its runs of digits (`9`), lowercase letters (`a`), uppercase letters (`A`)
/// and non-ASCII characters (`é`) with their lengths. All other characters are literal.
package struct Shape: Sendable, Hashable {
  /// A run of one character class, or of one literal character.
  package struct Run: Sendable, Hashable {
    /// `9`, `a`, `A`, 0x80 for `é`, or the literal character.
    package var symbol: UInt8
    /// The number of characters, at most 255, or 0 for any number.
    package var length: UInt8
  }

  package var runs: [Run]

  package init(runs: [Run]) { self.runs = runs }

  /// Decodes a key of `setShape(of:_:)`.
  init(key: Span<UInt8>) {
    runs = []
    for index in stride(from: 0, to: key.count - 1, by: 2) {
      runs.append(Run(symbol: key[index], length: key[index + 1]))
    }
  }

  /// The shape with character classes of any length.
  package var general: Shape {
    Shape(runs: runs.map { Run(symbol: $0.symbol, length: $0.isClass ? 0 : $0.length) })
  }

  package var hasDigits: Bool { runs.contains { $0.symbol == Self.digit } }

  static let digit = UInt8(ascii: "9")
  static let lower = UInt8(ascii: "a")
  static let upper = UInt8(ascii: "A")
  static let other: UInt8 = 0x80
  /// The maximum number of runs. A text with more runs has no shape.
  static let maximumRuns = 24
}

extension Shape.Run {
  /// Whether the symbol is a character class rather than a literal character.
  package var isClass: Bool {
    symbol == Shape.digit || symbol == Shape.lower || symbol == Shape.upper
      || symbol == Shape.other
  }
}

extension Shape: CustomStringConvertible {
  /// The shape for display: `99999`, `AA-9+`, `9{15}`.
  package var description: String {
    runs.map { run in
      let symbol = run.symbol == Shape.other ? "é" : String(UnicodeScalar(run.symbol))
      return switch run.length {
      case 0: symbol + "+"
      case 1...6: String(repeating: symbol, count: Int(run.length))
      default: "\(symbol){\(run.length)}"
      }
    }.joined()
  }
}

/// The counts of the character classes in a text.
struct CharacterCounts {
  var digits = 0
  var letters = 0
  var others = 0
  var nonASCII = 0
  /// The set of other characters: bit n for each character from U+0020 to U+003F with code n, and
  /// bit 0 for all others.
  var marks: UInt64 = 0

  /// The bit for a character.
  static func mark(_ character: UInt8) -> UInt64 {
    0x21...0x3F ~= character ? 1 << UInt64(character) : character == 0x20 ? 1 << 32 : 1
  }

  /// Whether the text contains no other characters than these.
  func hasOnly(_ characters: UInt64) -> Bool { marks & ~characters == 0 }
}

extension [UInt8] {
  /// Replaces the contents with the key of a text's shape: for each run, one byte for the symbol
  /// and one for the length. The key is empty if there are more than `Shape.maximumRuns` runs.
  mutating func setShape(of text: Span<UInt8>, _ counts: inout CharacterCounts) {
    removeAll(keepingCapacity: true)
    var index = 0
    var last: UInt8 = 0
    var length: UInt8 = 0
    while index < text.count {
      let byte = text[index]
      index &+= 1
      let symbol: UInt8
      if byte &- UInt8(ascii: "0") < 10 {
        symbol = Shape.digit
        counts.digits &+= 1
      } else if byte &- UInt8(ascii: "a") < 26 {
        symbol = Shape.lower
        counts.letters &+= 1
      } else if byte &- UInt8(ascii: "A") < 26 {
        symbol = Shape.upper
        counts.letters &+= 1
      } else if byte >= 0x80 {
        if byte & 0xC0 == 0x80 { continue }
        symbol = Shape.other
        counts.nonASCII &+= 1
      } else {
        symbol = byte
        counts.others &+= 1
        counts.marks |= CharacterCounts.mark(byte)
      }
      if symbol == last {
        if length < 255 { length &+= 1 }
      } else {
        if length > 0 { append(last, length) }
        (last, length) = (symbol, 1)
      }
    }
    if length > 0 { append(last, length) }
    if count > 2 * Shape.maximumRuns { removeAll(keepingCapacity: true) }
  }

  private mutating func append(_ symbol: UInt8, _ length: UInt8) {
    guard count <= 2 * Shape.maximumRuns else { return }
    append(symbol)
    append(length)
  }
}
