import FormBytes

/// The digits of a phone number in text form, and whether it begins with a plus sign.
struct PhoneText {
  private(set) var digits = PackedDigits()
  private(set) var hasPlus = false
  /// The index of a zero in parentheses, as in +31 (0)6; nil if there is none.
  private var trunkZero: Int?

  /// Returns nil if the text is not a number: it contains other characters, more digits than any
  /// number has, or misplaced separators.
  ///
  /// - Parameter acceptsSeparators: Whether spaces, hyphens, dots, slashes and parentheses are
  ///   accepted between digits. Up to three separators may follow each other, such as a hyphen
  ///   between spaces.
  init?(_ text: Span<UInt8>, acceptsSeparators: Bool) {
    var index = 0
    if index < text.count, text[index] == UInt8(ascii: "+") {
      hasPlus = true
      index += 1
    }
    var isOpen = false
    /// The number of separators since the last digit, and of digits since the opening parenthesis.
    var (run, inside) = (0, 0)
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte.isASCIIDigit {
        guard digits.append(byte - UInt8(ascii: "0")) else { return nil }
        (run, inside) = (0, inside + 1)
        continue
      }
      guard acceptsSeparators else { return nil }
      switch byte {
      case UInt8(ascii: "("):
        guard !isOpen else { return nil }
        (isOpen, inside) = (true, 0)
      case UInt8(ascii: ")"):
        guard isOpen, inside > 0, run == 0 else { return nil }
        isOpen = false
        if inside == 1, digits[digits.count - 1] == 0 { trunkZero = digits.count - 1 }
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
        guard digits.count > 0, !isOpen || inside > 0 else { return nil }
        run += 1
      // The no-break space and typographic hyphens and dashes.
      case 0xC2 where index < text.count && text[index] == 0xA0:
        guard digits.count > 0 else { return nil }
        (index, run) = (index + 1, run + 1)
      case 0xE2
      where index + 1 < text.count && text[index] == 0x80
        && (0x90...0x93).contains(text[index + 1]):
        guard digits.count > 0 else { return nil }
        (index, run) = (index + 2, run + 1)
      default: return nil
      }
      guard run <= 3 else { return nil }
    }
    guard digits.count > 0, !isOpen, run == 0 else { return nil }
  }

  /// The digits without a trunk zero in parentheses after the calling code; nil if there is none.
  /// ITU-T E.123 does not permit this notation, but it is common on letterheads.
  var withoutTrunkZero: PackedDigits? {
    guard let trunkZero, trunkZero > 0 else { return nil }
    var result = PackedDigits()
    for index in 0..<digits.count where index != trunkZero {
      guard result.append(UInt8(digits[index])) else { return nil }
    }
    return result
  }
}

extension PhoneText {
  /// The maximum number of digits of an extension.
  private static let maximumExtensionDigits = 7

  /// The marks that introduce an extension, longer marks first.
  private static let marks = [";ext=", "extension", "ext.", "ext", "x.", "x", "#"].map {
    Array($0.utf8)
  }

  /// The end of the number before an extension, which is a mark followed by one to seven digits.
  /// The end of the text if there is no extension.
  static func end(beforeExtensionOf text: Span<UInt8>) -> Int {
    var start = text.count
    while start > 0, text[start - 1].isASCIIDigit { start -= 1 }
    guard (1...maximumExtensionDigits).contains(text.count - start) else { return text.count }
    while start > 0, text[start - 1] == 0x20 { start -= 1 }
    for mark in marks where start >= mark.count {
      guard text.extracting(start - mark.count..<start).isEqualIgnoringCase(to: mark) else {
        continue
      }
      var end = start - mark.count
      while end > 0, text[end - 1] == 0x20 || text[end - 1] == UInt8(ascii: ",") { end -= 1 }
      return end
    }
    return text.count
  }
}
