import FormBytes

extension TextEncoding {
  /// Detects text in UTF-16 that was read as bytes. Returns nil for other text.
  ///
  /// A quarter of its bytes are NULs, and four out of five of these are at even or at odd offsets.
  ///
  /// - Parameter offset: The offset of the sample in its file.
  init?(utf16LikelyFor sample: Span<UInt8>, at offset: Int) {
    let count = min(sample.count, 1 << 16)
    var nulls = (even: 0, odd: 0)
    for index in 0..<count where sample[index] == 0 {
      if (offset + index).isMultiple(of: 2) { nulls.even += 1 } else { nulls.odd += 1 }
    }
    let most = max(nulls.even, nulls.odd)
    guard most * 4 >= max(1, count), most > 4 * min(nulls.even, nulls.odd) else { return nil }
    self = nulls.odd > nulls.even ? .utf16LittleEndian : .utf16BigEndian
  }
}
