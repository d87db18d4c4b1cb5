extension Span<UInt8> {
  /// Skips the quoted string at an index (RFC 5322, 3.2.4; RFC 9110, 5.6.4). Returns whether it is
  /// not blank, or nil if it is malformed.
  func skipQuotedString(_ index: inout Int) -> Bool? {
    index += 1
    var hasContent = false
    while index < count, self[index] != UInt8(ascii: "\"") {
      if self[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < count, self[index] >= 0x20 || self[index] == 0x09, self[index] != 0x7F
      else { return nil }
      if self[index] > 0x20 { hasContent = true }
      index += 1
    }
    guard index < count else { return nil }
    index += 1
    return hasContent
  }
}
