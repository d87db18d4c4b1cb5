/// Requires text that is a date with a time of day.
struct DateTimeRule: TextRule {
  static let name = "dateTime"
  static let profile = Parameter<RuleEntry.DateTimeProfile>(
    "profile", effect: .unknown, "The standard that defines the notation.", default: .rfc3339)
  static let zone = Parameter<RuleEntry.Presence?>(
    "zone", effect: .given(.presence), "Whether Z or an offset follows.",
    whenAbsent: "required for rfc3339, optional for iso8601")
  static let dateAlone = Parameter<Bool?>(
    "dateAlone", effect: .given(.looserIfTrue),
    "For iso8601: whether a date without a time is accepted.",
    whenAbsent: "true for iso8601")
  static let separator = Parameter<RuleEntry.DateTimeSeparator>(
    "separator", effect: .words([["T"], ["any"]]),
    "The separator between date and time: `any` (T, t or a space) or `T`.",
    default: .any)

  static let documentation = RuleDocumentation(
    "The text is a date with a time of day.",
    discussion: """
      A field of type `datetime` also parses the value, so that it can be compared: prefer that \
      type where possible. The profile `rfc3339` accepts date-times of RFC 3339: \
      2026-01-31T09:30:00Z, optionally with decimals of a second, an offset such as +01:00 instead \
      of Z, a space or t instead of T, and second 60 where a leap second is possible. `iso8601` \
      accepts the forms of ISO 8601: all its dates (see the rule `date`) and times (see `time`), \
      and a date alone.
      """,
    mainParameter: "profile",
    types: ["text"],
    parameters: [profile, zone, dateAlone, separator],
    codes: [.init("dateTime.invalid", "{label} must be a date and time such as {example}.")],
    examples: [
      .init(
        accepts: [
          "2026-01-31T09:30:00Z", "2026-01-31t09:30:00.123456789z", "2026-01-31 09:30:00-07:00",
          "1998-12-31T23:59:60Z", "1998-12-31T15:59:60.5-08:00", "0001-01-01T00:00:00+23:59",
        ],
        rejects: [
          "2026-01-31T09:30Z", "2026-01-31T09:30:00", "2026-01-31", "2026-02-29T09:30:00Z",
          "2026-01-31T24:00:00Z", "2026-01-31T09:30:00+0100", "2026-01-31T09:30:00+24:00",
          "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00,5Z", "1998-12-31T22:59:60Z",
          "20260131T093000Z", "2026-01-31_09:30:00Z", "2026-01-31T09:30:00Z\n", "T",
        ]),
      .init(
        ["zone": "none", "separator": "T"], accepts: ["2026-01-31T09:30:00"],
        rejects: ["2026-01-31T09:30:00Z", "2026-01-31 09:30:00"]),
      .init(
        "iso8601",
        accepts: [
          "2026-01-31", "20260131T0930Z", "2026-W05-6T09:30", "2026-031T09", "2026-01-31T24:00",
          "2026-01-31T09:30:00,5+01",
        ],
        rejects: ["2026-01-31T", "2026-01-31T09:3000", "2026T09", "2026-01-31T09:30+25", "x"]),
    ])

  private let profile: RuleEntry.DateTimeProfile
  private let zone: RuleEntry.Presence
  private let acceptsDateAlone: Bool
  private let separator: RuleEntry.DateTimeSeparator

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    zone = try parameters[Self.zone] ?? (profile == .rfc3339 ? .required : .optional)
    acceptsDateAlone = try parameters[Self.dateAlone] ?? (profile == .iso8601)
    separator = try parameters[Self.separator]
    if profile == .rfc3339, acceptsDateAlone {
      throw parameters.error(
        "rfc3339 has no dates without a time; use the rule date", at: Self.dateAlone)
    }
  }

  var arguments: [MessageArgument] {
    [
      MessageArgument(
        "example", zone == .forbidden ? "2026-01-31T09:30:00" : "2026-01-31T09:30:00Z")
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    isDateTime(text) ? .passes : .fails("dateTime.invalid")
  }

  private func isDateTime(_ text: Span<UInt8>) -> Bool {
    var reader = ISO8601Reader(text)
    let isRFC = profile == .rfc3339
    guard let precision = reader.date() else { return false }
    if isRFC {
      // Of the day formats, only YYYY-MM-DD and YYYY-Www-D have ten characters, and the latter has
      // a W.
      guard precision == .day, text.count > 10, text[5] != UInt8(ascii: "W"),
        text[7] == UInt8(ascii: "-")
      else { return false }
    }
    if reader.isAtEnd { return acceptsDateAlone }
    let mark = reader.next
    guard precision != .year, reader.skip("T") || reader.skip("t") || reader.skip(" "),
      mark == UInt8(ascii: "T") || separator == .any,
      let time = reader.time(isExtended: isRFC ? true : nil)
    else { return false }
    if isRFC {
      guard time.hasSeconds, time.hour < 24, text[19 < text.count ? 19 : 0] != UInt8(ascii: ",")
      else { return false }
    }
    if reader.isAtEnd {
      return zone != .required && ISO8601Reader.isPossible(time, zone: nil)
    }
    guard zone != .forbidden, let offset = reader.zone(isLong: isRFC), reader.isAtEnd else {
      return false
    }
    return ISO8601Reader.isPossible(time, zone: offset)
  }
}

extension RuleEntry {
  /// Standards for the notation of a date with a time.
  public enum DateTimeProfile: String, ParameterValue, CaseIterable, Sendable {
    /// RFC 3339, or ISO 8601.
    case rfc3339, iso8601
  }

  /// The separator between date and time.
  public enum DateTimeSeparator: String, ParameterValue, CaseIterable, Sendable {
    /// T, t or a space.
    case any
    /// T.
    case t = "T"
  }
}
