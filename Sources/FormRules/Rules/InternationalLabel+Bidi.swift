extension InternationalLabel {
  /// The bidirectional types that RFC 5893 tells apart.
  private enum Direction {
    case left, right, arabic, europeanNumber, arabicNumber, mark, neutral
  }

  /// The rule for labels of scripts from right to left (RFC 5893, 2), applied to the label alone.
  /// Labels without such a script always satisfy it here: what the rule then says is for names that
  /// hold one in another label.
  static func satisfiesBidiRule(_ scalars: Span<UInt32>) -> Bool {
    guard isRightToLeft(scalars) else { return true }
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

  /// Whether the label holds a letter or number of a script from right to left.
  static func isRightToLeft(_ scalars: Span<UInt32>) -> Bool {
    for index in 0..<scalars.count {
      switch direction(scalars[index]) {
      case .right, .arabic, .arabicNumber: return true
      default: break
      }
    }
    return false
  }

  /// The type of a character that a label may hold (UAX #9), by blocks.
  private static func direction(_ value: UInt32) -> Direction {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: return .europeanNumber
    case 0x2D: return .neutral
    case ..<0x300, 0x370..<0x483, 0x48A..<0x590: return .left
    case ..<0x590: return isMark(value) ? .mark : .left
    case 0x660...0x669: return .arabicNumber
    case 0x590...0x5FF, 0x7C0...0x85F, 0xFB1D...0xFB4F, 0x10800...0x10CFF, 0x1E800...0x1EC6F:
      return isMark(value) ? .mark : .right
    case 0x600...0x7BF, 0x860...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFE, 0x10D00...0x10D3F,
      0x10F30...0x10F6F, 0x1EC70...0x1EFFF:
      return isMark(value) ? .mark : .arabic
    default: return isMark(value) ? .mark : .left
    }
  }

  private static func isMark(_ value: UInt32) -> Bool {
    let category = Unicode.Scalar(value)?.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }
}
