import FormBytes

extension [UInt8] {
  /// Appends valid JSON as one line.
  ///
  /// Copies it unchanged, unless it contains line ends between tokens, in which case it drops the
  /// blanks between tokens. Strings are unchanged.
  package mutating func appendOnOneLine(_ json: Span<UInt8>) {
    if json.firstLineEnd(in: 0..<json.count) == json.count {
      append(json)
    } else {
      appendCompactJSON(json)
    }
  }
}
