import FormBytes

extension [UInt8] {
  /// Appends valid JSON as one line: as it is, or without the blanks between its tokens when a line
  /// ends among them. What stands in strings stays.
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
