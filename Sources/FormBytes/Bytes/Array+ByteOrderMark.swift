extension [UInt8] {
  /// The bytes without the byte order mark of UTF-8 at their beginning.
  package var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
