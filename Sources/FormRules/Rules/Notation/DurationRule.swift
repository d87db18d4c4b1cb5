import FormBytes

/// Requires text that is a duration (ISO 8601).
struct DurationRule: TextRule {
  static let name = "duration"
  static let profile = Parameter<RuleEntry.DurationProfile>(
    "profile", effect: .unknown, "The standard that defines the notation.", default: .iso8601)
  static let signed = Parameter<Bool>(
    "signed", effect: .looserIfTrue, "Whether + or - is accepted before the P.")

  static let documentation = RuleDocumentation(
    "The text is a duration, such as P1DT12H.",
    discussion: """
      P, then years (Y), months (M) and days (D), then T and hours (H), minutes (M) and seconds \
      (S), in this order and each of them optional, or weeks (W) alone. With the profile \
      `iso8601`, the last number may have decimals. `rfc3339` (appendix A, as in JSON Schema) \
      allows neither decimals nor gaps such as in P1Y2D. Durations are not compared, because P1M \
      and P30D, for example, have no defined order.
      """,
    mainParameter: "profile",
    types: ["text"],
    parameters: [profile, signed],
    codes: [
      .init(
        "duration.invalid",
        "{label} must be a length of time{example, select, absent {} other {, such as {example}}}.")
    ],
    examples: [
      .init(
        accepts: ["P1Y2M3DT4H5M6S", "PT0S", "P2W", "P1Y2D", "PT1.5H", "PT0,5S", "P1M", "PT1M"],
        rejects: [
          "P", "PT", "P1YT", "P1M1Y", "P1", "1D", "P-1D", "-P1D", "P1W2D", "P1DT1D", "P1.5DT1H",
          "P1D ", "P1H", "PT1.S", "p1d", "P1DT1S1M",
        ]),
      .init(
        "rfc3339", accepts: ["P1Y2M3DT4H5M6S", "P1DT12H", "P2W", "P1M2D", "PT1H2M"],
        rejects: ["P1Y2D", "PT1H1S", "PT0.5S", "P1WT1H"]),
      .init(["signed": "true"], accepts: ["-P1D", "+PT2H"], rejects: ["--P1D", "P-1D"]),
    ])

  private let profile: RuleEntry.DurationProfile
  private let isSigned: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    isSigned = try parameters[Self.signed]
  }

  var samples: [[String]] { [["P1DT12H"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isDuration(text) ? .passes : .fails("duration.invalid")
  }

  private func isDuration(_ text: Span<UInt8>) -> Bool {
    var index = 0
    if isSigned, !text.isEmpty, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") {
      index = 1
    }
    guard index < text.count, text[index] == UInt8(ascii: "P") else { return false }
    index += 1
    // The positions of years, months, days, hours, minutes and seconds are 0 to 5, and must ascend.
    var last = -1
    var (isInTime, isAfterFraction, hasWeeks, count) = (false, false, false, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "T") {
        guard !isInTime, !hasWeeks, !isAfterFraction else { return false }
        isInTime = true
        index += 1
        // T must not be the last character.
        guard index < text.count else { return false }
        continue
      }
      guard !isAfterFraction, !hasWeeks,
        let hasFraction = Self.number(text, &index), index < text.count
      else { return false }
      isAfterFraction = hasFraction
      let unit: Int
      switch text[index] {
      case UInt8(ascii: "Y") where !isInTime: unit = 0
      case UInt8(ascii: "M"): unit = isInTime ? 4 : 1
      case UInt8(ascii: "D") where !isInTime: unit = 2
      case UInt8(ascii: "H") where isInTime: unit = 3
      case UInt8(ascii: "S") where isInTime: unit = 5
      case UInt8(ascii: "W") where !isInTime && count == 0:
        hasWeeks = true
        unit = 6
      default: return false
      }
      guard unit > last else { return false }
      if profile == .rfc3339 {
        // Within the date and within the time there are no gaps.
        if hasFraction || last >= 0 && unit / 3 == last / 3 && unit != last + 1 { return false }
      }
      last = unit
      count += 1
      index += 1
    }
    return count > 0
  }

  /// Skips digits and an optional fraction. Returns whether there is a fraction; nil if there are
  /// no digits.
  private static func number(_ text: Span<UInt8>, _ index: inout Int) -> Bool? {
    let start = index
    while index < text.count, text[index].isASCIIDigit { index += 1 }
    guard index > start else { return nil }
    guard index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",")
    else { return false }
    index += 1
    let decimals = index
    while index < text.count, text[index].isASCIIDigit { index += 1 }
    return index > decimals ? true : nil
  }
}

extension RuleEntry {
  /// Standards for the notation of a duration.
  public enum DurationProfile: String, ParameterValue, CaseIterable, Sendable {
    /// ISO 8601, or RFC 3339, appendix A.
    case iso8601, rfc3339
  }
}
