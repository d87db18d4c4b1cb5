import FormBytes

extension UInt8 {
  /// Whether the byte can be the delimiter of a file.
  package var canDelimit: Bool { self != 0 && self < 0x80 && self != .quote && !isLineEnd }
}
