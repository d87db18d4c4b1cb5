extension Span where Element == UInt8 {
  /// Compares two texts by their bytes.
  package func order(to other: Span<UInt8>) -> Ordering {
    let common = Swift.min(count, other.count)
    for index in 0..<common where self[index] != other[index] {
      return self[index] < other[index] ? .ascending : .descending
    }
    return Ordering(count, other.count)
  }

  /// The number of characters (grapheme clusters) of UTF-8 text.
  var characterCount: Int {
    var index = 0
    var lineBreaks = 0
    while index < count, self[index] < 0x80 {
      // CR LF is one character.
      if self[index] == 0x0A, index > 0, self[index - 1] == 0x0D { lineBreaks += 1 }
      index += 1
    }
    if index == count { return count - lineBreaks }
    guard let text = try? UTF8Span(validating: self) else { return count }
    var characters = text.makeCharacterIterator()
    return characters.skipForward(by: .max)
  }
}
