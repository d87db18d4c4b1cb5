/// Requires text that is a time of day.
struct TimeRule: TextRule {
  static let name = "time"
  static let seconds = Parameter<RuleEntry.Presence>(
    "seconds", effect: .presence, "Whether seconds are written.", default: .optional)
  static let fraction = Parameter<Bool>(
    "fraction", effect: .looserIfTrue, "Whether decimals of a second are accepted.", default: true)
  static let zone = Parameter<RuleEntry.Presence>(
    "zone", effect: .presence,
    "Whether Z or an offset such as +01:00 follows: `none`, `optional` or `required`.",
    default: .forbidden)
  static let clock = Parameter<String>(
    "clock", effect: .unknown,
    "`24`, or `12` with AM or PM after a space or no-break space, of any case, also as a.m. or "
      + "a. m.", default: "24")
  static let shortHours = Parameter<Bool>(
    "shortHours", effect: .looserIfTrue,
    "Whether hours below 10 may have one digit, as in 9:30. With "
      + "the 12-hour clock they always may.")
  static let profile = Parameter<RuleEntry.TimeProfile>(
    "profile", effect: .unknown, "The notation.", default: .plain)

  static let documentation = RuleDocumentation(
    "The text is a time of day.",
    discussion: """
      A field of type `time` also parses the time, so that it can be compared: prefer that type \
      where possible. The form is HH:MM, HH:MM:SS or HH:MM:SS.f; with `clock: 12`, it is 9:30 PM \
      or 9:30:15.5 p.m., with hours from 1 to 12 and an optional leading zero. The profile \
      `iso8601` accepts the forms of ISO 8601: also hours alone, no colons, a decimal comma, a \
      fraction of any part, and 24:00 for the end of the day. Second 60 is accepted where a leap \
      second is possible: in the last minute of a day in UTC, so only with a zone.
      """,
    types: ["text"],
    parameters: [seconds, fraction, zone, clock, shortHours, profile],
    codes: [.init("time.form", "{label} must be a time such as {example}.")],
    examples: [
      .init(
        accepts: ["00:00", "23:59:59", "23:59:59.999", "09:30"],
        rejects: [
          "24:00", "23:60", "23:59:60", "9:30", "09:30:", "09:30:00.", "0930", "09:30 AM",
          "09:30Z", " 09:30", "09:30\n", "09", "09:30,5", "09:30.5",
        ]),
      .init(
        ["seconds": "required", "fraction": "false"], accepts: ["09:30:00"],
        rejects: ["09:30", "09:30:00.5"]),
      .init(
        ["shortHours": "true"], accepts: ["9:30", "09:30", "0:00:00", "23:59"],
        rejects: ["930", "9", ":30", "24:00", "009:30", "9:3"]),
      .init(["seconds": "none"], accepts: ["09:30"], rejects: ["09:30:00"]),
      .init(
        ["seconds": "required", "zone": "required"],
        accepts: ["09:30:00Z", "09:30:00.25-07:00", "23:59:60Z", "01:29:60+01:30"],
        rejects: ["09:30:00", "09:30:00+0100", "22:59:60Z", "23:59:60+01:00", "09:30:00+24:00"]),
      .init(
        ["clock": "12"],
        accepts: [
          "12:00 AM", "9:30 pm", "09:30:15 PM", "9:30:15.25 PM", "7:40 a.m.", "7:40 P. M.",
          "7:40\u{202F}AM",
        ],
        rejects: [
          "0:30 AM", "13:00 PM", "9:30PM", "9:30", "009:30 AM", "9:30 XM", "9:30.5 PM", "9:30 am.",
          "9:30:15, PM", "9:30 a.m", "9 AM", "9:30  AM", " 9:30 AM",
        ]),
      .init(
        ["clock": "12", "fraction": "false"], accepts: ["9:30:15 AM"], rejects: ["9:30:15.5 AM"]),
      .init(
        ["profile": "iso8601", "zone": "optional"],
        accepts: ["0930", "09", "093015,5+01", "24:00:00", "09:30.5", "09:30Z"],
        rejects: ["24:01", "09:3015", "25", "24:00:00.1"]),
    ])

  private let seconds, zone: RuleEntry.Presence
  private let acceptsFraction, acceptsShortHours, isTwelveHourClock: Bool
  private let profile: RuleEntry.TimeProfile

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    seconds = try parameters[Self.seconds]
    zone = try parameters[Self.zone]
    acceptsFraction = try parameters[Self.fraction]
    acceptsShortHours = try parameters[Self.shortHours]
    profile = try parameters[Self.profile]
    let clock = try parameters[Self.clock]
    guard ["12", "24"].contains(clock) else {
      throw parameters.error("clock must be 12 or 24", at: Self.clock)
    }
    isTwelveHourClock = clock == "12"
    if isTwelveHourClock, zone != .forbidden || profile == .iso8601 {
      throw parameters.error(
        "clock: 12 goes without a zone and with the profile plain", at: Self.clock)
    }
    if acceptsShortHours, profile == .iso8601 {
      throw parameters.error("shortHours requires the profile plain", at: Self.shortHours)
    }
  }

  var arguments: [MessageArgument] {
    var example = isTwelveHourClock ? "9:30" : "09:30"
    if seconds == .required { example += ":00" }
    if isTwelveHourClock { example += " PM" }
    if zone == .required { example += "Z" }
    return [MessageArgument("example", example)]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    (isTwelveHourClock ? isHalfDayTime(text) : isTime(text)) ? .passes : .fails("time.form")
  }

  private func isTime(_ text: Span<UInt8>) -> Bool {
    var reader = ISO8601Reader(text)
    let isPlain = profile == .plain
    guard
      let time = reader.time(isExtended: isPlain ? true : nil, acceptsShortHour: acceptsShortHours),
      seconds.permits(isPresent: time.hasSeconds)
    else { return false }
    if time.hasFraction, !acceptsFraction { return false }
    if isPlain {
      if !time.hasMinutes || time.hour == 24 || time.hasFraction && !time.hasSeconds {
        return false
      }
      if text.firstIndex(of: UInt8(ascii: ",")) != nil { return false }
    }
    if reader.isAtEnd { return zone != .required && time.second < 60 }
    guard zone != .forbidden, let offset = reader.zone(isLong: isPlain), reader.isAtEnd else {
      return false
    }
    return ISO8601Reader.isPossible(time, zone: offset)
  }

  /// Whether the text is a time of the 12-hour clock, such as `9:30 PM` or `9:30:15.5 p.m.`
  private func isHalfDayTime(_ text: Span<UInt8>) -> Bool {
    var index = 0
    while index < text.count, text[index] != 0x20, text[index] < 0x80 { index += 1 }
    var reader = ISO8601Reader(text.extracting(0..<index))
    guard index < text.count else { return false }
    index += text[index] == 0x20 ? 1 : text.noBreakSpaceWidth(at: index)
    guard text.dayPeriod(&index) != nil, index == text.count,
      let time = reader.time(isExtended: true, acceptsShortHour: true), reader.isAtEnd,
      (1...12).contains(time.hour), time.hasMinutes, time.second < 60,
      seconds.permits(isPresent: time.hasSeconds),
      !time.hasFraction || time.hasSeconds && acceptsFraction
    else { return false }
    return text.firstIndex(of: UInt8(ascii: ",")) == nil
  }
}

extension DeclaredRule {
  /// The text is a time of day.
  ///
  /// - Parameters:
  ///   - seconds: Whether seconds are optional (the default), required or forbidden.
  ///   - fraction: Whether decimals of a second are accepted; the default is true.
  ///   - zone: Whether Z or an offset is forbidden (the default), optional or required.
  ///   - clock: 12 or 24 hours; the default is 24.
  ///   - shortHours: Whether hours below 10 may have one digit.
  ///   - profile: The notation; the default is `.plain`.
  public static func time(
    seconds: RuleEntry.Presence? = nil, fraction: Bool? = nil, zone: RuleEntry.Presence? = nil,
    clock: Int? = nil, shortHours: Bool? = nil, profile: RuleEntry.TimeProfile? = nil
  ) -> Self {
    Self(
      TimeRule.self, TimeRule.seconds(seconds), TimeRule.fraction(fraction), TimeRule.zone(zone),
      TimeRule.clock(clock.map(String.init)), TimeRule.shortHours(shortHours),
      TimeRule.profile(profile))
  }
}

extension RuleEntry {
  /// Notations of a time of day.
  public enum TimeProfile: String, ParameterValue, CaseIterable, Sendable {
    /// HH:MM, HH:MM:SS or HH:MM:SS.f, or the 12-hour clock.
    case plain
    /// Any time of ISO 8601.
    case iso8601
  }
}
