// How numbers, times and data are written in text.
extension RuleEntry {
  /// The text is a whole number.
  public static func integer(
    sign: Sign? = nil, leadingZeros: Bool? = nil, group: String? = nil, zeroFraction: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      IntegerRule.self,
      [
        "sign": sign, "leadingZeros": leadingZeros, "group": group, "zeroFraction": zeroFraction,
      ])
  }

  /// The text is a decimal number.
  public static func decimal(
    scale: Int? = nil, minScale: Int? = nil, whole: Int? = nil, digits: Int? = nil,
    point: String? = nil, group: String? = nil, sign: Sign? = nil, leadingZeros: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      DecimalRule.self,
      [
        "scale": scale, "minScale": minScale, "whole": whole, "digits": digits, "point": point,
        "group": group, "sign": sign, "leadingZeros": leadingZeros,
      ])
  }

  /// The text is a number, perhaps with an exponent.
  public static func number(
    point: String? = nil, group: String? = nil, sign: Sign? = nil, leadingZeros: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      NumberRule.self, ["point": point, "group": group, "sign": sign, "leadingZeros": leadingZeros])
  }

  /// The text is an amount of money.
  public static func price(
    decimals: [Int]? = nil, decimalsRequired: Bool? = nil, leadingZero: Bool? = nil,
    separators: [String]? = nil,
    group: String? = nil, symbols: [String]? = nil, symbolRequired: Bool? = nil,
    symbolAt: SymbolPlace? = nil, space: Bool? = nil, negative: [NegativePrice]? = nil
  ) -> RuleEntry {
    RuleEntry(
      PriceRule.self,
      [
        "decimals": ParameterList(decimals), "decimalsRequired": decimalsRequired,
        "leadingZero": leadingZero,
        "separators": ParameterList(separators), "group": group,
        "symbols": ParameterList(symbols), "symbolRequired": symbolRequired,
        "symbolAt": symbolAt, "space": space, "negative": ParameterList(negative),
      ])
  }

  /// The text is a word for true or false.
  public static func boolean(
    yes: [String]? = nil, no: [String]? = nil, ignoreCase: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(
      BooleanRule.self,
      ["yes": ParameterList(yes), "no": ParameterList(no), "ignoreCase": ignoreCase])
  }

  /// The text is a date, written as one of the formats or a profile says.
  public static func date(formats: [String]? = nil, profile: DateProfile? = nil) -> RuleEntry {
    RuleEntry(DateRule.self, ["formats": ParameterList(formats), "profile": profile])
  }

  /// The text is a time of day.
  ///
  /// - Parameter clock: 12 or 24 hours.
  public static func time(
    seconds: Presence? = nil, fraction: Bool? = nil, zone: Presence? = nil, clock: Int? = nil,
    shortHours: Bool? = nil, profile: TimeProfile? = nil
  ) -> RuleEntry {
    RuleEntry(
      TimeRule.self,
      [
        "seconds": seconds, "fraction": fraction, "zone": zone, "clock": clock,
        "shortHours": shortHours, "profile": profile,
      ])
  }

  /// The text is a date with a time of day.
  public static func dateTime(
    profile: DateTimeProfile? = nil, zone: Presence? = nil, dateAlone: Bool? = nil,
    separator: DateTimeSeparator? = nil
  ) -> RuleEntry {
    RuleEntry(
      DateTimeRule.self,
      ["profile": profile, "zone": zone, "dateAlone": dateAlone, "separator": separator])
  }

  /// The text is a length of time, such as P1DT12H.
  public static func duration(
    profile: DurationProfile? = nil, signed: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(DurationRule.self, ["profile": profile, "signed": signed])
  }

  /// The text is a week of a year, such as 2026-W05.
  public static var isoWeek: RuleEntry { RuleEntry("isoWeek") }

  /// The text is a latitude or longitude in decimal degrees.
  public static func geoCoordinate(
    axis: Axis? = nil, minDecimals: Int? = nil, maxDecimals: Int? = nil,
    profile: Strictness? = nil
  ) -> RuleEntry {
    RuleEntry(
      GeoCoordinateRule.self,
      [
        "axis": axis, "minDecimals": minDecimals, "maxDecimals": maxDecimals, "profile": profile,
      ])
  }

  /// The text is a latitude and a longitude with a comma between them.
  public static func latLong(
    form: LatLongForm? = nil, order: LatLongOrder? = nil, parentheses: Bool? = nil
  ) -> RuleEntry {
    RuleEntry(LatLongRule.self, ["form": form, "order": order, "parentheses": parentheses])
  }
}

extension RuleEntry {
  /// Signs that a number may have.
  public enum Sign: String, ParameterValue, CaseIterable, Sendable {
    /// + and -.
    case any
    /// Only -.
    case minus
    /// Neither.
    case unsigned = "none"
  }

  /// Where a currency symbol stands.
  public enum SymbolPlace: String, ParameterValue, CaseIterable, Sendable {
    /// Before or after the number.
    case before, after
  }

  /// How a negative amount is written: -$1, $-1, $1-, ($1).
  public enum NegativePrice: String, ParameterValue, CaseIterable, Sendable {
    /// See above, in this order.
    case leading, inner, trailing, parentheses
  }

  /// How a date is written.
  public enum DateProfile: String, ParameterValue, CaseIterable, Sendable {
    /// YYYY-MM-DD.
    case day
    /// Any date of ISO 8601.
    case iso8601
  }

  /// How a time is written.
  public enum TimeProfile: String, ParameterValue, CaseIterable, Sendable {
    /// HH:MM:SS.
    case plain
    /// Any time of ISO 8601.
    case iso8601
  }

  /// How a date with a time is written.
  public enum DateTimeProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By these standards.
    case rfc3339, iso8601
  }

  /// What stands between date and time.
  public enum DateTimeSeparator: String, ParameterValue, CaseIterable, Sendable {
    /// T, t or a blank.
    case any
    /// T.
    case t = "T"
  }

  /// How a length of time is written.
  public enum DurationProfile: String, ParameterValue, CaseIterable, Sendable {
    /// By these standards.
    case iso8601, rfc3339
  }

  /// Axes of the earth.
  public enum Axis: String, ParameterValue, CaseIterable, Sendable {
    /// One of them, or either.
    case latitude, longitude, any
  }

  /// How a place is written.
  public enum LatLongForm: String, ParameterValue, CaseIterable, Sendable {
    /// In decimal degrees, in degrees, minutes and seconds, or either.
    case decimal, sexagesimal, any
  }

  /// What comes first in a place.
  public enum LatLongOrder: String, ParameterValue, CaseIterable, Sendable {
    /// The latitude, or the longitude as in GeoJSON.
    case latLong, longLat
  }
}
