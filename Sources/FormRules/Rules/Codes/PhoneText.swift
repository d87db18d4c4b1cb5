import FormBytes

/// The digits of a phone number as it is written, and whether a plus stands before them.
struct PhoneText {
  private(set) var digits = PackedDigits()
  private(set) var hasPlus = false
  /// Which digit is a zero alone in parentheses, as in +31 (0)6; nil for none.
  private var trunkZero: Int?

  /// Nil for what is no number: other characters, more digits than any number has, separators that
  /// do not separate.
  ///
  /// - Parameter takesSeparators: whether spaces, hyphens, dots, slashes and parentheses may stand
  ///   between digits: a parenthesis with what else stands beside it, the others one at a time or
  ///   as a hyphen between spaces.
  init?(_ text: Span<UInt8>, takesSeparators: Bool) {
    var index = 0
    if index < text.count, text[index] == UInt8(ascii: "+") {
      hasPlus = true
      index += 1
    }
    var isOpen = false
    /// Separators since the last digit, and digits since a parenthesis opened.
    var (run, inside) = (0, 0)
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte.isASCIIDigit {
        guard digits.append(byte - UInt8(ascii: "0")) else { return nil }
        (run, inside) = (0, inside + 1)
        continue
      }
      guard takesSeparators else { return nil }
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
      // The no-break space and the hyphens of typesetters.
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

  /// The digits without a zero that is dialled only within the country and stands in parentheses
  /// behind the calling code; nil when there is none. ITU-T E.123 has no such thing, letterheads do.
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
  /// The most digits of an extension.
  private static let maximumExtensionDigits = 7

  /// The marks that announce an extension, what is longer first.
  private static let marks = [";ext=", "extension", "ext.", "ext", "x.", "x", "#"].map {
    Array($0.utf8)
  }

  /// Where the number ends that an extension follows: one to seven digits behind a mark. The end of
  /// the text when there is none.
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
