import FormBytes

extension UInt8 {
  /// Whether the byte can be the delimiter of a file.
  package var canDelimit: Bool { self != 0 && self < 0x80 && self != .quote && !isLineEnd }

  /// The error message for another delimiter.
  package static let delimiterRequirement =
    "the delimiter must be an ASCII character other than a quote or line break"

  /// Creates the byte of a delimiter: one ASCII character, or `\t` or `tab` for a tab. Returns nil
  /// for any other text.
  package init?(delimiter text: String) {
    let bytes = Array((["\\t", "tab"].contains(text) ? "\t" : text).utf8)
    guard bytes.count == 1, bytes[0].canDelimit else { return nil }
    self = bytes[0]
  }
}
