import FormBytes

/// The local name of an element or attribute, or a short value, as two integers, so that
/// comparisons need no memory access.
///
/// Bytes after the 16th are ignored; none of the known names is longer.
struct XMLName: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var count = 0

  init(_ text: StaticString) {
    for byte in text.description.utf8 { append(byte) }
  }

  /// Creates the name of an element or attribute from its expanded name: the namespace, a line
  /// feed and the local name, or only the latter. Returns nil if the namespace is another one.
  ///
  /// - Parameter namespace: The expected namespace with its line feed, or nothing.
  @safe
  init?(expanded text: UnsafePointer<CChar>, in namespace: [CChar]) {
    // Safe because the text ends in a zero, and nothing after it is read.
    for (position, byte) in namespace.enumerated() where unsafe text[position] != byte {
      return nil
    }
    var position = namespace.count
    while case let byte = unsafe UInt8(bitPattern: text[position]), byte != 0 {
      if byte == Self.separator { return nil }
      append(byte)
      position += 1
    }
  }

  /// The byte between a namespace and a local name. No namespace contains it.
  static let separator = UInt8(ascii: "\n")

  /// Stands for the parent of the root element.
  static let document = XMLName("#document")
  /// Stands for an element that a handler does not know at its place.
  static let unknown = XMLName("#unknown")

  /// Creates a name from a value, including its colons.
  @safe
  init(value text: UnsafePointer<CChar>) {
    var position = 0
    // Safe because the text ends in a zero, and nothing after it is read.
    while case let byte = unsafe UInt8(bitPattern: text[position]), byte != 0, count < 16 {
      append(byte)
      position += 1
    }
  }

  private mutating func append(_ byte: UInt8) {
    if count < 8 {
      low |= UInt64(byte) << (8 * UInt64(count))
    } else if count < 16 {
      high |= UInt64(byte) << (8 * UInt64(count - 8))
    }
    count += 1
  }

  /// Returns the byte at an index below 16.
  subscript(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> (8 * UInt64(index & 7)))
  }

  /// The text as a number of at most nine digits.
  var number: Int? {
    guard (1...9).contains(count) else { return nil }
    var number = 0
    for index in 0..<count {
      guard self[index].isASCIIDigit else { return nil }
      number = number * 10 + Int(self[index] - UInt8(ascii: "0"))
    }
    return number
  }
}
