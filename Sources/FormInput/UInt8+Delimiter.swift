import FormBytes

extension UInt8 {
  /// Whether it can separate the cells of a delimited file.
  var canDelimit: Bool { self != 0 && self < 0x80 && self != .quote && !isLineEnd }
}
