import FormBytes

/// The notation of an offset from UTC at the end of a timestamp, by the letters of Unicode's date
/// formats: `X` (`+05`, `+0530`), `XX` (`+0530`) and `XXX` (`+05:30`), also `Z` for UTC; `x`, `xx`
/// and `xxx`, without `Z`; and `Z`, which matches `+0530`, `+05:30` and `Z`.
struct ZoneFormat: Sendable, Equatable {
  private enum Minutes { case optional, attached, separated, any }

  private let minutes: Minutes
  private let acceptsUTC: Bool
  /// UTC in this notation.
  let utc: String

  init?(_ letters: String) {
    let isUpper = letters.first != "x"
    switch letters.replacing("X", with: "x") {
    case "Z": (minutes, utc) = (.any, "+0000")
    case "x": (minutes, utc) = (.optional, isUpper ? "Z" : "+00")
    case "xx": (minutes, utc) = (.attached, isUpper ? "Z" : "+0000")
    case "xxx": (minutes, utc) = (.separated, isUpper ? "Z" : "+00:00")
    default: return nil
    }
    acceptsUTC = isUpper
  }

  /// Parses the offset at an index, in seconds, and advances the index.
  func read(_ text: Span<UInt8>, _ index: inout Int) -> Int? {
    guard index < text.count else { return nil }
    if acceptsUTC, text[index] == UInt8(ascii: "Z") {
      index += 1
      return 0
    }
    let sign = text[index]
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    index += 1
    guard let hours = text.number(&index, 2...2), hours < 24 else { return nil }
    var seconds = hours * 3600
    let isSeparated = index < text.count && text[index] == UInt8(ascii: ":")
    if minutes == .separated || minutes == .any && isSeparated {
      guard isSeparated else { return nil }
      index += 1
    }
    if minutes != .optional || index < text.count {
      guard let rest = text.number(&index, 2...2), rest < 60 else { return nil }
      seconds += rest * 60
    }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
