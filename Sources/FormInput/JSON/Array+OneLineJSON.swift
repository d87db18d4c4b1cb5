import FormBytes

extension [UInt8] {
  /// Appends valid JSON as one line.
  ///
  /// Copies it unchanged, unless it contains line ends between tokens, in which case it drops the
  /// blanks between tokens. Strings are unchanged.
  package mutating func appendOnOneLine(_ json: Span<UInt8>) {
    guard json.firstLineEnd(in: 0..<json.count) < json.count else { return append(json) }
    reserveCapacity(count + json.count)
    var isInString = false
    var position = 0
    while position < json.count {
      let byte = json[position]
      position += 1
      if isInString, byte == .backslash, position < json.count {
        append(byte)
        append(json[position])
        position += 1
        continue
      }
      if byte == .quote { isInString.toggle() }
      if isInString || !byte.isJSONBlank { append(byte) }
    }
  }
}
