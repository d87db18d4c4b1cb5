/// The name of an element or attribute without its prefix, or a short value, as two integers: compared
/// without a look at memory. Beyond 16 bytes nothing counts; none of the names that are asked for is longer.
struct XMLName: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var count = 0

  init(_ text: StaticString) {
    for byte in text.description.utf8 { append(byte) }
  }

  /// - Parameter text: ends in a zero.
  @safe
  init(afterPrefix text: UnsafePointer<CChar>) {
    var position = 0
    // safe because the text ends in a zero, and nothing behind that is read.
    while case let byte = unsafe UInt8(bitPattern: text[position]), byte != 0 {
      if byte == UInt8(ascii: ":") { self = XMLName() } else { append(byte) }
      position += 1
    }
  }

  /// A value as it is, with its colons.
  @safe
  init(value text: UnsafePointer<CChar>) {
    var position = 0
    // safe for the same reason.
    while case let byte = unsafe UInt8(bitPattern: text[position]), byte != 0, count < 16 {
      append(byte)
      position += 1
    }
  }

  private init() {}

  private mutating func append(_ byte: UInt8) {
    if count < 8 {
      low |= UInt64(byte) << (8 * UInt64(count))
    } else if count < 16 {
      high |= UInt64(byte) << (8 * UInt64(count - 8))
    }
    count += 1
  }

  /// The byte at a place below 16.
  subscript(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> (8 * UInt64(index & 7)))
  }

  /// The number that the text is, of at most nine digits.
  var number: Int? {
    guard (1...9).contains(count) else { return nil }
    var number = 0
    for index in 0..<count {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) else { return nil }
      number = number * 10 + Int(self[index] - UInt8(ascii: "0"))
    }
    return number
  }
}
