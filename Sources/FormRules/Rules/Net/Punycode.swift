import FormBytes

/// Punycode (RFC 3492) in host names.
enum Punycode {
  /// Decodes a label without its prefix `xn--` into the array. Returns the number of scalars, or
  /// nil if the text is not Punycode or the array is too small.
  static func decode(_ text: Span<UInt8>, into scalars: inout InlineArray<63, UInt32>) -> Int? {
    var count = 0
    var index = 0
    // The text before the last hyphen is literal ASCII.
    if let hyphen = text.lastIndex(of: UInt8(ascii: "-")) {
      guard hyphen > 0, hyphen <= scalars.count else { return nil }
      for position in 0..<hyphen {
        guard text[position] < 0x80 else { return nil }
        scalars[position] = UInt32(text[position].lowercasedASCII)
      }
      (count, index) = (hyphen, hyphen + 1)
    }
    guard index < text.count else { return nil }
    var (value, position, bias) = (UInt32(128), UInt32(0), UInt32(72))
    while index < text.count {
      let old = position
      var (weight, base) = (UInt32(1), UInt32(36))
      while true {
        guard index < text.count, let digit = digit(text[index]) else { return nil }
        index += 1
        let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflow2) = position.addingReportingOverflow(product)
        guard !overflow, !overflow2 else { return nil }
        position = sum
        let threshold = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias
        if digit < threshold { break }
        let (next, overflow3) = weight.multipliedReportingOverflow(by: 36 - threshold)
        guard !overflow3 else { return nil }
        weight = next
        base += 36
      }
      guard count < scalars.count else { return nil }
      count += 1
      bias = adapted(position - old, UInt32(count), isFirst: old == 0)
      let (sum, overflow) = value.addingReportingOverflow(position / UInt32(count))
      guard !overflow, Unicode.Scalar(sum) != nil else { return nil }
      value = sum
      position %= UInt32(count)
      var moved = count - 1
      while moved > Int(position) {
        scalars[moved] = scalars[moved - 1]
        moved -= 1
      }
      scalars[Int(position)] = value
      position += 1
    }
    return count
  }

  /// The length in bytes of the scalars as a label with the prefix `xn--`. The encoding itself is
  /// not produced. Takes quadratic time, for at most 63 scalars.
  static func encodedLength(_ scalars: Span<UInt32>) -> Int {
    var basic = 0
    for index in 0..<scalars.count where scalars[index] < 128 { basic += 1 }
    var length = 4 + basic + (basic > 0 ? 1 : 0)
    var (value, delta, bias, done) = (UInt32(128), UInt32(0), UInt32(72), basic)
    while done < scalars.count {
      var next = UInt32.max
      for index in 0..<scalars.count where scalars[index] >= value {
        next = Swift.min(next, scalars[index])
      }
      delta += (next - value) * UInt32(done + 1)
      value = next
      for index in 0..<scalars.count {
        if scalars[index] < value { delta += 1 }
        guard scalars[index] == value else { continue }
        length += digits(delta, bias)
        bias = adapted(delta, UInt32(done + 1), isFirst: done == basic)
        (delta, done) = (0, done + 1)
      }
      (delta, value) = (delta + 1, value + 1)
    }
    return length
  }

  /// The number of digits of a delta as a variable-length integer (RFC 3492, 3.3).
  private static func digits(_ delta: UInt32, _ bias: UInt32) -> Int {
    var (rest, base, count) = (delta, UInt32(36), 1)
    while true {
      let threshold = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias
      if rest < threshold { return count }
      rest = (rest - threshold) / (36 - threshold)
      (base, count) = (base + 36, count + 1)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    if byte.isASCIILetter { return UInt32(byte.lowercasedASCII - UInt8(ascii: "a")) }
    return byte.isASCIIDigit ? UInt32(byte - UInt8(ascii: "0")) + 26 : nil
  }

  /// The adapted bias (RFC 3492, 6.1).
  private static func adapted(_ delta: UInt32, _ count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var base: UInt32 = 0
    while delta > 455 {
      delta /= 35
      base += 36
    }
    return base + 36 * delta / (delta + 38)
  }
}
