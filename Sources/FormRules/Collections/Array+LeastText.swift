import FormBytes

extension [UInt8] {
  /// Keeps the lesser of this text and another one, in the order of bytes; an empty text is none.
  ///
  /// - Parameter limit: The length in bytes beyond which the other text is cut, with an ellipsis.
  mutating func formLeastText(_ text: Span<UInt8>, atMost limit: Int) {
    if text.isEmpty { return }
    if text.count == count, indices.allSatisfy({ self[$0] == text[$0] }) { return }
    var other: [UInt8] = []
    if text.count <= limit {
      other.append(text)
    } else {
      var end = limit
      while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
      other.append(text.extracting(0..<end))
      other.append(contentsOf: "…".utf8)
    }
    if isEmpty || other.lexicographicallyPrecedes(self) { self = other }
  }
}
