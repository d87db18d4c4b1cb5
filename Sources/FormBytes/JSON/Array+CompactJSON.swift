extension [UInt8] {
  /// Appends valid JSON without the blanks between its tokens. Strings are unchanged.
  package mutating func appendCompactJSON(_ json: Span<UInt8>) {
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
