/// An index of the Encoding Standard (WHATWG, section 5): the characters of two-byte sequences by
/// pointer.
struct MultibyteIndex: Sendable {
  /// The characters by pointer. 0 means none.
  private let characters: [UInt32]

  private init(_ text: String) {
    var characters: [UInt32] = []
    var gap = 0
    for scalar in text.unicodeScalars {
      if let digit = scalar.isASCII ? Character(scalar).wholeNumberValue : nil {
        gap = 10 * gap + digit
        continue
      }
      characters += repeatElement(0, count: gap)
      gap = 0
      characters.append(scalar.value)
    }
    self.characters = characters
  }

  /// Returns the character of a pointer, or 0 if there is none.
  subscript(_ pointer: Int) -> UInt32 {
    characters.indices.contains(pointer) ? characters[pointer] : 0
  }

  /// Returns the pointers by character. If a character has several, the result contains the first
  /// preferred one, or else the first one.
  func pointers(preferring isPreferred: (Int, UInt32) -> Bool = { _, _ in true }) -> [UInt32: Int] {
    var pointers: [UInt32: Int] = [:]
    for (pointer, character) in characters.enumerated() where character > 0 {
      if isPreferred(pointer, character) {
        if let known = pointers[character], isPreferred(known, character) { continue }
        pointers[character] = pointer
      } else if pointers[character] == nil {
        pointers[character] = pointer
      }
    }
    return pointers
  }

  static let big5 = MultibyteIndex(EncodingTables.big5)
  static let eucKR = MultibyteIndex(EncodingTables.eucKR)
  static let gb18030 = MultibyteIndex(EncodingTables.gb18030)
  static let jis0208 = MultibyteIndex(EncodingTables.jis0208)
  static let jis0212 = MultibyteIndex(EncodingTables.jis0212)
}

/// The characters of gb18030 with four bytes.
enum GB18030Ranges {
  /// The first pointer and the first character of each range, both ascending.
  private static let ranges: [(pointer: Int, character: UInt32)] = EncodingTables.gb18030Ranges
    .split(separator: " ").compactMap { entry in
      let parts = entry.split(separator: ":")
      guard let pointer = Int(parts[0]), let character = UInt32(parts[1], radix: 16) else {
        return nil
      }
      return (pointer, character)
    }

  /// Returns the character of a pointer, or 0 if there is none.
  static func character(_ pointer: Int) -> UInt32 {
    if pointer == 7457 { return 0xE7C7 }
    if (39_420..<189_000).contains(pointer) || pointer > 1_237_575 { return 0 }
    guard let range = ranges.last(where: { $0.pointer <= pointer }) else { return 0 }
    return range.character + UInt32(pointer - range.pointer)
  }

  /// Returns the pointer of a character that the index lacks, or nil.
  static func pointer(_ character: UInt32) -> Int? {
    guard let range = ranges.last(where: { $0.character <= character }) else { return nil }
    let pointer = range.pointer + Int(character - range.character)
    return self.character(pointer) == character ? pointer : nil
  }
}
