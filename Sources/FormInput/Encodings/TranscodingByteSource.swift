package import FormBytes

/// Converts a source in another encoding to UTF-8, block by block.
///
/// A byte order mark is preserved as EF BB BF. A byte that is not a character follows FF, which is
/// not UTF-8, so that its record is reported while the others are read. Byte offsets in errors are
/// those of the source.
package struct TranscodingByteSource: ByteSource, ~Copyable {
  private var base: any ByteSource & ~Copyable
  private let encoding: TextEncoding
  /// The bytes read from `base` that are not decoded yet.
  private var input: [UInt8] = []
  /// The offset of `input` in the source.
  private var offset = 0
  /// The decoded bytes, valid from `position`.
  private var output: [UInt8] = []
  private var position = 0
  /// The error to throw once `output` is used up.
  private var error: ReaderError?
  private static let bufferBytes = 1 << 16

  package init(_ base: consuming any ByteSource & ~Copyable, from encoding: TextEncoding) {
    self.base = base
    self.encoding = encoding
  }

  package mutating func read(
    appendingTo bytes: inout [UInt8], atMost count: Int
  ) throws(ReaderError) -> Int {
    while position == output.count {
      if let error { throw error }
      output.removeAll(keepingCapacity: true)
      position = 0
      let found = try base.read(appendingTo: &input, atMost: Self.bufferBytes)
      if input.isEmpty { return 0 }
      decode(isAtEnd: found == 0)
    }
    let end = min(output.count, position + count)
    defer { position = end }
    bytes.append(contentsOf: output[position..<end])
    return end - position
  }

  private mutating func decode(isAtEnd: Bool) {
    var used = input.count
    switch encoding {
    case .utf8: output.append(contentsOf: input)
    case .utf16LittleEndian: used = decodeUTF16(low: 0, isAtEnd: isAtEnd)
    case .utf16BigEndian: used = decodeUTF16(low: 1, isAtEnd: isAtEnd)
    default:
      // A copy, because the compiler treats a span of `input` as an access to all of `self`.
      let block = input
      if let table = encoding.singleByteTable {
        table.decode(block.span, appendingTo: &output)
      } else {
        used = MultibyteDecoder(encoding: encoding).decode(
          block.span, isAtEnd: isAtEnd, appendingTo: &output)
      }
    }
    input.removeSubrange(..<used)
    offset += used
  }

  /// Decodes all complete characters. `low` is the index of the low byte of a unit.
  private mutating func decodeUTF16(low: Int, isAtEnd: Bool) -> Int {
    var position = 0
    while position + 2 <= input.count {
      let unit = unit(at: position, low: low)
      if unit & 0xF800 != 0xD800 {
        output.appendUTF8(unit)
        position += 2
        continue
      }
      if position + 4 > input.count, !isAtEnd { return position }
      guard unit < 0xDC00, position + 4 <= input.count,
        case let second = self.unit(at: position + 2, low: low), second & 0xFC00 == 0xDC00
      else {
        fail("an unpaired surrogate", at: position)
        return position
      }
      output.appendUTF8(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
      position += 4
    }
    if isAtEnd, position < input.count { fail("an incomplete character at the end", at: position) }
    return position
  }

  private func unit(at position: Int, low: Int) -> UInt32 {
    UInt32(input[position + low]) | UInt32(input[position + 1 - low]) << 8
  }

  private mutating func fail(_ what: String, at position: Int) {
    error = ReaderError(
      .encoding, byteOffset: offset + position,
      "byte \(offset + position) of the file: \(what); is the encoding \(encoding.rawValue)?")
  }
}
