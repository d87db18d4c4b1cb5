import FormBytes

extension InternationalLabel {
  /// The bidirectional classes that RFC 5893 distinguishes.
  private enum Direction {
    case left, right, arabic, europeanNumber, arabicNumber, mark, neutral
  }

  /// Whether the label satisfies the Bidi rule, which applies to all labels of a name that has a
  /// right-to-left label (RFC 5893, 2).
  static func satisfiesBidiRule(_ scalars: Span<UInt32>) -> Bool {
    let isRightToLeft: Bool
    switch direction(scalars[0]) {
    case .left: isRightToLeft = false
    case .right, .arabic: isRightToLeft = true
    default: return false
    }
    var hasEuropean = false
    var hasArabic = false
    var last = Direction.left
    for index in 0..<scalars.count {
      let direction = direction(scalars[index])
      switch direction {
      case .left where isRightToLeft: return false
      case .right where !isRightToLeft, .arabic where !isRightToLeft: return false
      case .arabicNumber where !isRightToLeft: return false
      case .europeanNumber: hasEuropean = true
      case .arabicNumber: hasArabic = true
      default: break
      }
      if direction != .mark { last = direction }
    }
    if isRightToLeft, hasEuropean, hasArabic { return false }
    switch last {
    case .right, .arabic, .arabicNumber: return isRightToLeft
    case .left: return !isRightToLeft
    case .europeanNumber: return true
    default: return false
    }
  }

  /// Whether the label is right-to-left: it contains a character of class R, AL or AN.
  static func isRightToLeft(_ scalars: Span<UInt32>) -> Bool {
    for index in 0..<scalars.count {
      switch direction(scalars[index]) {
      case .right, .arabic, .arabicNumber: return true
      default: break
      }
    }
    return false
  }

  /// The bidirectional class of a character (UAX #9).
  private static func direction(_ value: UInt32) -> Direction {
    if value < 0x80 {
      let byte = UInt8(value)
      return byte.isASCIILetter ? .left : byte.isASCIIDigit ? .europeanNumber : .neutral
    }
    switch Unicode.Scalar(value)?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    default: break
    }
    if right.contains(value) { return .right }
    if arabic.contains(value) { return .arabic }
    if arabicNumbers.contains(value) { return .arabicNumber }
    if europeanNumbers.contains(value) { return .europeanNumber }
    return europeanSigns.contains(value) ? .neutral : .left
  }

  private static let right = ScalarSet(hexadecimal: IDNATables.right)
  private static let arabic = ScalarSet(hexadecimal: IDNATables.arabic)
  private static let arabicNumbers = ScalarSet(hexadecimal: IDNATables.arabicNumbers)
  private static let europeanNumbers = ScalarSet(hexadecimal: IDNATables.europeanNumbers)
  private static let europeanSigns = ScalarSet(hexadecimal: IDNATables.europeanSigns)
}
