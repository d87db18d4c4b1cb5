import FormBytes

/// The items of a JSON array in its source text, which the reader has validated.
enum JSONItems {
  /// Whether all items satisfy a predicate. Malformed text results in arbitrary items but does not
  /// trap.
  static func allSatisfy(
    in text: Span<UInt8>, _ predicate: (Span<UInt8>) -> Bool
  ) -> Bool {
    var depth = 0
    var isInString = false
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 1 { start = index }
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 1 {
          let item = text.extracting(start..<index - 1)
          guard satisfies(item.extracting(item.trimmedRange), predicate) else { return false }
          start = index
        }
        if byte != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
    }
    return true
  }

  private static let null = Array("null".utf8)

  /// The source text of an array or object without whitespace between its tokens.
  private static func compact(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for index in 0..<text.count {
      let byte = text[index]
      if isInString {
        if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      } else if byte.isASCIIBlank {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      result.append(byte)
    }
    return result
  }

  /// Whether one item of a JSON array satisfies a predicate. The empty text in `[]` is not an item.
  private static func satisfies(_ item: Span<UInt8>, _ predicate: (Span<UInt8>) -> Bool) -> Bool {
    guard !item.isEmpty else { return true }
    guard item.count >= 2, item[0] == UInt8(ascii: "\"") else {
      if item[0] == UInt8(ascii: "[") || item[0] == UInt8(ascii: "{") {
        return predicate(compact(item).span)
      }
      return predicate(item.isEqual(to: null) ? item.extracting(0..<0) : item)
    }
    let string = item.extracting(1..<item.count - 1)
    for index in 0..<string.count where string[index] == UInt8(ascii: "\\") {
      return predicate(string.unescapedJSON.span)
    }
    return predicate(string)
  }
}

extension Span where Element == UInt8 {
  /// The content of a JSON string without escapes.
  fileprivate var unescapedJSON: [UInt8] {
    var result: [UInt8] = []
    var units: [UInt16] = []
    var index = 0
    while index < count {
      if count - index >= 6, self[index] == UInt8(ascii: "\\"), self[index + 1] == UInt8(ascii: "u")
      {
        // Adjacent escapes may be a surrogate pair, so they are decoded together.
        let digits = String(copying: extracting(index + 2..<index + 6))
        units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
        index += 6
        continue
      }
      result += String(decoding: units, as: UTF16.self).utf8
      units = []
      if self[index] == UInt8(ascii: "\\"), index + 1 < count {
        index += 1
        switch self[index] {
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        default: result.append(self[index])
        }
      } else {
        result.append(self[index])
      }
      index += 1
    }
    return result + String(decoding: units, as: UTF16.self).utf8
  }
}
