import FormBytes

/// Requires a length of time in a text.
struct DurationRule: Rule {
  static let name = "duration"
  static let profile = Parameter<RuleEntry.DurationProfile>(
    "profile", "Which standard is followed.", default: .iso8601)
  static let signed = Parameter<Bool>("signed", "Whether + or - may stand before the P.")

  static let documentation = RuleDocumentation(
    "The text is a length of time, such as P1DT12H.",
    discussion: """
      P, then years (Y), months (M) and days (D), then T and hours (H), minutes (M) and seconds (S), \
      in that order, each if it is needed, or weeks (W) alone. The profile `iso8601` lets the last \
      number have decimals; `rfc3339` (appendix A, as in JSON Schema) knows no decimals, and no gap \
      such as that in P1Y2D. Which is longer, P1M or P30D, nobody can say: nothing is compared.
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

  private typealias Profile = RuleEntry.DurationProfile

  private let profile: Profile
  private let isSigned: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    isSigned = try parameters[Self.signed]
  }

  var samples: [[String]] { [["P1DT12H"]] }

  func check(
    _ value: Value, _ text: Span<UInt8>, _ record: borrowing RecordContext
  ) -> RuleAnswer {
    isDuration(text) ? .passes : .fails("duration.invalid")
  }

  private func isDuration(_ text: Span<UInt8>) -> Bool {
    var index = 0
    if isSigned, !text.isEmpty, text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") {
      index = 1
    }
    guard index < text.count, text[index] == UInt8(ascii: "P") else { return false }
    index += 1
    // Years, months, days, hours, minutes, seconds are 0 to 5; what comes must be above the last.
    var last = -1
    var (isInTime, isAfterFraction, hasWeeks, count) = (false, false, false, 0)
    while index < text.count {
      if text[index] == UInt8(ascii: "T") {
        guard !isInTime, !hasWeeks, !isAfterFraction else { return false }
        isInTime = true
        index += 1
        // Something must follow.
        guard index < text.count else { return false }
        continue
      }
      guard !isAfterFraction, !hasWeeks,
        let hasFraction = Self.number(text, &index), index < text.count
      else { return false }
      isAfterFraction = hasFraction
      let place: Int
      switch text[index] {
      case UInt8(ascii: "Y") where !isInTime: place = 0
      case UInt8(ascii: "M"): place = isInTime ? 4 : 1
      case UInt8(ascii: "D") where !isInTime: place = 2
      case UInt8(ascii: "H") where isInTime: place = 3
      case UInt8(ascii: "S") where isInTime: place = 5
      case UInt8(ascii: "W") where !isInTime && count == 0:
        hasWeeks = true
        place = 6
      default: return false
      }
      guard place > last else { return false }
      if profile == .rfc3339 {
        // Within the date and within the time none is left out between two.
        if hasFraction || last >= 0 && place / 3 == last / 3 && place != last + 1 { return false }
      }
      last = place
      count += 1
      index += 1
    }
    return count > 0
  }

  /// Reads digits and perhaps a fraction; whether there was one, nil when there are no digits.
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
  /// The text is a length of time, such as P1DT12H.
  public static func duration(
    profile: DurationProfile? = nil, signed: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      DurationRule.self, DurationRule.profile(profile), DurationRule.signed(signed))
  }

  /// How a length of time is written.
  public enum DurationProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By these standards.
    case iso8601, rfc3339
  }
}
