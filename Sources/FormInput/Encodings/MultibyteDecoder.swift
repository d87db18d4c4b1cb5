import FormBytes

/// Finds the characters of the multibyte encodings of the Encoding Standard (WHATWG).
struct MultibyteDecoder {
  /// The bytes at a position.
  enum Step: Equatable {
    /// A character, and after it for four sequences of Big5 a combining one, otherwise 0.
    case character(UInt32, UInt32 = 0, length: Int)
    /// Bytes that are not a character.
    case invalid(length: Int)
    /// The beginning of a character at the end of the input.
    case incomplete
  }

  let encoding: TextEncoding

  /// Decodes as many characters as possible, and returns the position of the rest.
  ///
  /// Bytes that are not a character are preceded by FF, which is not UTF-8. Linear.
  func decode(_ input: Span<UInt8>, isAtEnd: Bool, appendingTo output: inout [UInt8]) -> Int {
    var position = 0
    while position < input.count {
      let end = input.endOfASCII(from: position)
      if end > position { output.append(input.extracting(position..<end)) }
      position = end
      guard position < input.count else { break }
      switch step(input, position) {
      case .character(let scalar, let combining, let length):
        output.appendUTF8(scalar)
        if combining > 0 { output.appendUTF8(combining) }
        position += length
      case .invalid(let length):
        for index in position..<(position + length) { output += [0xFF, input[index]] }
        position += length
      case .incomplete where isAtEnd:
        output += [0xFF, input[position]]
        position += 1
      case .incomplete: return position
      }
    }
    return position
  }

  /// Examines the bytes at a position that is not ASCII.
  func step(_ input: Span<UInt8>, _ position: Int) -> Step {
    let lead = input[position]
    if let single = singleByteCharacter(lead) { return .character(single, length: 1) }
    guard isLead(lead) else { return .invalid(length: 1) }
    guard position + 1 < input.count else { return .incomplete }
    let trail = input[position + 1]
    if encoding == .gb18030, (0x30...0x39).contains(trail) { return four(input, position) }
    if encoding == .eucJP, lead == 0x8F, (0xA1...0xFE).contains(trail) {
      guard position + 2 < input.count else { return .incomplete }
      return step(
        jis(.jis0212, lead: trail, trail: input[position + 2]), length: 3,
        isPrefix: input[position + 2] < 0x80)
    }
    if encoding == .big5, lead == 0x88, let (scalar, combining) = Self.big5Pairs[trail] {
      return .character(scalar, combining, length: 2)
    }
    return step(pair(lead, trail), length: 2, isPrefix: trail < 0x80)
  }

  /// - Parameter isPrefix: Whether the last byte is ASCII, which remains a character if the
  ///   sequence is invalid.
  private func step(_ scalar: UInt32, length: Int, isPrefix: Bool) -> Step {
    if scalar > 0 { return .character(scalar, length: length) }
    return .invalid(length: isPrefix ? length - 1 : length)
  }

  /// The sequences of Big5 with the lead byte 88 that are two characters, by the second byte.
  static let big5Pairs: [UInt8: (UInt32, UInt32)] = [
    0x62: (0xCA, 0x304), 0x64: (0xCA, 0x30C), 0xA3: (0xEA, 0x304), 0xA5: (0xEA, 0x30C),
  ]

  private func singleByteCharacter(_ byte: UInt8) -> UInt32? {
    switch encoding {
    case .gb18030 where byte == 0x80: 0x20AC
    case .shiftJIS where byte == 0x80: 0x80
    case .shiftJIS where (0xA1...0xDF).contains(byte): 0xFF61 - 0xA1 + UInt32(byte)
    default: nil
    }
  }

  private func isLead(_ byte: UInt8) -> Bool {
    switch encoding {
    case .shiftJIS: (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
    case .eucJP: byte == 0x8E || byte == 0x8F || (0xA1...0xFE).contains(byte)
    default: (0x81...0xFE).contains(byte)
    }
  }

  /// Returns the character of two bytes, or 0.
  private func pair(_ lead: UInt8, _ trail: UInt8) -> UInt32 {
    let (row, column) = (Int(lead), Int(trail))
    switch encoding {
    case .big5:
      guard (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return 0 }
      let pointer = (row - 0x81) * 157 + column - (trail < 0x7F ? 0x40 : 0x62)
      return MultibyteIndex.big5[pointer]
    case .eucKR:
      guard (0x41...0xFE).contains(trail) else { return 0 }
      return MultibyteIndex.eucKR[(row - 0x81) * 190 + column - 0x41]
    case .gb18030:
      guard (0x40...0xFE).contains(trail), trail != 0x7F else { return 0 }
      return MultibyteIndex.gb18030[(row - 0x81) * 190 + column - (trail < 0x7F ? 0x40 : 0x41)]
    case .shiftJIS:
      guard (0x40...0xFC).contains(trail), trail != 0x7F else { return 0 }
      let pointer =
        (row - (lead < 0xA0 ? 0x81 : 0xC1)) * 188 + column - (trail < 0x7F ? 0x40 : 0x41)
      if (8836...10715).contains(pointer) { return 0xE000 + UInt32(pointer - 8836) }
      return MultibyteIndex.jis0208[pointer]
    default:
      if lead == 0x8E {
        return (0xA1...0xDF).contains(trail) ? 0xFF61 - 0xA1 + UInt32(trail) : 0
      }
      return lead == 0x8F ? 0 : jis(.jis0208, lead: lead, trail: trail)
    }
  }

  private func jis(_ index: MultibyteIndex, lead: UInt8, trail: UInt8) -> UInt32 {
    guard (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(trail) else { return 0 }
    return index[(Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1]
  }

  private func four(_ input: Span<UInt8>, _ position: Int) -> Step {
    guard position + 2 < input.count else { return .incomplete }
    guard (0x81...0xFE).contains(input[position + 2]) else { return .invalid(length: 1) }
    guard position + 3 < input.count else { return .incomplete }
    guard (0x30...0x39).contains(input[position + 3]) else { return .invalid(length: 1) }
    func digit(_ offset: Int, _ first: Int) -> Int { Int(input[position + offset]) - first }
    let scalar = GB18030Ranges.character(
      ((digit(0, 0x81) * 10 + digit(1, 0x30)) * 126 + digit(2, 0x81)) * 10 + digit(3, 0x30))
    return scalar > 0 ? .character(scalar, length: 4) : .invalid(length: 4)
  }
}
