import FormBytes

/// An IP address, parsed from text.
struct IPAddress: Equatable {
  /// The bits of the address, of which `width` are used.
  var bits: UInt128
  /// 32 or 128.
  var width: Int

  /// Parses an address of either version, without a zone or prefix length.
  init?(_ text: Span<UInt8>, acceptsLeadingZeros: Bool = false) {
    if let bits = Self.version6(text) {
      self.init(bits: bits, width: 128)
    } else if let bits = Self.version4(text, acceptsLeadingZeros: acceptsLeadingZeros) {
      self.init(bits: UInt128(bits), width: 32)
    } else {
      return nil
    }
  }

  private init(bits: UInt128, width: Int) {
    self.bits = bits
    self.width = width
  }

  /// Parses four numbers from 0 to 255 separated by dots (RFC 1123, 2.1, in the form of RFC 6943,
  /// 3.1.1: without leading zeros, which some systems read as octal).
  ///
  /// - Parameter acceptsLeadingZeros: Whether leading zeros, as in `010.000.000.001`, are accepted;
  ///   the numbers are decimal.
  static func version4(_ text: Span<UInt8>, acceptsLeadingZeros: Bool = false) -> UInt32? {
    guard text.count >= 7, text.count <= 15 else { return nil }
    var (bits, dots, digits, part) = (UInt32(0), 0, 0, UInt32(0))
    for index in 0..<text.count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit < 10 {
        if digits > 0, part == 0, !acceptsLeadingZeros { return nil }
        part = part * 10 + UInt32(digit)
        digits += 1
        guard digits <= 3, part <= 255 else { return nil }
      } else {
        guard text[index] == UInt8(ascii: "."), digits > 0, dots < 3 else { return nil }
        bits = bits << 8 | part
        (dots, digits, part) = (dots + 1, 0, 0)
      }
    }
    return dots == 3 && digits > 0 ? bits << 8 | part : nil
  }

  /// Parses eight groups of one to four hexadecimal digits, the last two optionally in the form of
  /// version 4; one `::` may replace one or more groups (RFC 4291, 2.2).
  ///
  /// - Parameters:
  ///   - shortening: The minimum number of groups that `::` replaces.
  ///   - acceptsLeadingZeros: Whether leading zeros are accepted in the form of version 4.
  static func version6(
    _ text: Span<UInt8>, shortening: Int = 1, acceptsLeadingZeros: Bool = false
  ) -> UInt128? {
    guard text.count >= 2, text.count <= 45 else { return nil }
    var bits: UInt128 = 0
    var groups = 0
    // The number of groups before `::`; -1 if there is none.
    var shortened = -1
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: ":") {
        if index + 1 < text.count, text[index + 1] == UInt8(ascii: ":") {
          guard shortened < 0 else { return nil }
          shortened = groups
          index += 2
          continue
        }
        // A single colon separates two groups.
        guard groups > 0, text[index - 1] != UInt8(ascii: ":") else { return nil }
        index += 1
      } else if groups > 0, text[index - 1] != UInt8(ascii: ":") {
        return nil
      }
      let start = index
      var group: UInt128 = 0
      while index < text.count, index - start < 4, text[index].hexValue < 16 {
        group = group << 4 | UInt128(text[index].hexValue)
        index += 1
      }
      if index < text.count, text[index] == UInt8(ascii: ".") {
        guard
          let last = version4(
            text.extracting(start..<text.count), acceptsLeadingZeros: acceptsLeadingZeros)
        else { return nil }
        (bits, groups, index) = (bits << 32 | UInt128(last), groups + 2, text.count)
      } else {
        guard index > start else { return nil }
        (bits, groups) = (bits << 16 | group, groups + 1)
      }
      guard groups <= 8 else { return nil }
    }
    if shortened < 0 { return groups == 8 ? bits : nil }
    guard groups <= 8 - shortening else { return nil }
    let behind = 16 * (groups - shortened)
    let low = bits & ((1 << UInt128(behind)) &- 1)
    return (bits >> UInt128(behind)) << UInt128(128 - 16 * shortened) | low
  }

  /// Whether the text is an address of version 6 in brackets.
  static func isBracketedVersion6(_ text: Span<UInt8>) -> Bool {
    text.count > 2 && text[0] == UInt8(ascii: "[") && text[text.count - 1] == UInt8(ascii: "]")
      && version6(text.extracting(1..<text.count - 1)) != nil
  }
}

/// A block of addresses, which share the first `length` bits of `address`.
struct IPNetwork {
  var address: IPAddress
  /// The length of the prefix in bits.
  var length: Int

  /// Parses `ADDRESS/LENGTH` (RFC 4632, 3.1; RFC 4291, 2.3); nil for anything else. The bits after
  /// the prefix need not be 0.
  init?(_ text: Span<UInt8>, acceptsLeadingZeros: Bool = false) {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
      let address = IPAddress(
        text.extracting(0..<slash), acceptsLeadingZeros: acceptsLeadingZeros),
      case let digits = text.extracting(slash + 1..<text.count),
      (1...3).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0"),
      let length = digits.digits(0..<digits.count), length <= address.width
    else { return nil }
    self.address = address
    self.length = length
  }

  /// Parses `ADDRESS/MASK` of version 4, where the mask consists of ones followed by zeros; nil for
  /// anything else.
  init?(masked text: Span<UInt8>) {
    guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
      let address = IPAddress(text.extracting(0..<slash)), address.width == 32,
      let mask = IPAddress(text.extracting(slash + 1..<text.count)), mask.width == 32,
      case let bits = UInt32(truncatingIfNeeded: mask.bits),
      bits.leadingZeroBitCount == 0 || bits == 0,
      (~bits).leadingZeroBitCount + bits.trailingZeroBitCount == 32
    else { return nil }
    self.address = address
    length = (~bits).leadingZeroBitCount
  }

  /// Whether all bits after the prefix are 0, as in the address of the network itself.
  var hasNoHostBits: Bool {
    // A shift by 128 bits results in 0, so the subtraction must wrap.
    address.bits & ((1 << UInt128(address.width - length)) &- 1) == 0
  }

  /// Whether the address is in the block.
  func contains(_ other: IPAddress) -> Bool {
    let hostBits = UInt128(address.width - length)
    return other.width == address.width && other.bits >> hostBits == address.bits >> hostBits
  }
}
