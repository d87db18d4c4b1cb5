/// Requires a latitude or longitude in decimal degrees.
struct GeoCoordinateRule: TextRule {
  static let name = "geoCoordinate"
  static let axis = Parameter<RuleEntry.Axis>(
    "axis", effect: .words([["latitude"], ["longitude", "any"]]),
    "The axis: `latitude`, `longitude`, or `any`, which has the bounds of a longitude.",
    default: .any)
  static let minDecimals = Parameter<Int?>(
    "minDecimals", effect: .given(.stricterIfGreater), "The minimum number of decimal places.",
    whenAbsent: "0; 1 for loose")
  static let maxDecimals = Parameter<Int?>(
    "maxDecimals", effect: .looserIfGreater, "The maximum number of decimal places.",
    whenAbsent: "no limit")
  static let profile = Parameter<RuleEntry.Strictness>(
    "profile", effect: .unknown, "How strict the check is.",
    default: .standard)

  static let documentation = RuleDocumentation(
    "The text is a latitude or longitude in decimal degrees.",
    discussion: """
      An optional sign, degrees without leading zeros, and optional decimals (ISO 6709, annex D, \
      in degrees). Latitudes are between -90 and 90, longitudes between -180 and 180, inclusive, \
      compared exactly. The profile `loose` requires decimals and has no bounds. For pairs, use \
      the rule `latLong`.
      """,
    mainParameter: "axis",
    types: ["text", "decimal", "number", "integer"],
    parameters: [axis, minDecimals, maxDecimals, profile],
    codes: [
      .init(
        "geoCoordinate.invalid",
        "{label} must be a coordinate in degrees{example, select, absent {} other {, such as {example}}}."
      ),
      .init("geoCoordinate.range", "{label} must lie between -{limit} and {limit} degrees."),
    ],
    examples: [
      .init(
        accepts: ["52.5163", "-13.377", "+0.5", "0", "180", "-180.000", "179.9999999999999999999"],
        rejects: [
          "052.5", "52.", ".5", "52,5", "52.5N", "--5", "1e2", "5 2", "52.5\n", "NaN", "1000",
          "-",
        ]),
      .init(
        accepts: ["180"], rejects: ["180.00000000000000000001", "181", "-999"],
        code: "geoCoordinate.range"),
      .init(
        "latitude", accepts: ["90", "-90.0"], rejects: ["90.1", "-91"],
        code: "geoCoordinate.range"),
      .init(
        ["minDecimals": 2, "maxDecimals": 4], accepts: ["1.23", "1.2345"],
        rejects: ["1.2", "1", "1.23456"]),
      .init(["profile": "loose"], accepts: ["999.5", "-1.0"], rejects: ["1", "1234.5", "+1.0"]),
    ])

  private let limit: Int
  private let minDecimals, maxDecimals: Int
  private let profile: RuleEntry.Strictness
  var arguments: [MessageArgument] { [MessageArgument("limit", limit)] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    let axis = try parameters[Self.axis]
    limit = axis == .latitude ? 90 : 180
    profile = try parameters[Self.profile]
    minDecimals = try parameters[Self.minDecimals] ?? (profile == .loose ? 1 : 0)
    maxDecimals = try parameters[Self.maxDecimals] ?? Int.max
    if minDecimals > maxDecimals {
      throw parameters.error(
        "minDecimals \(minDecimals) is above maxDecimals \(maxDecimals)", .conflict,
        at: Self.maxDecimals)
    }
  }

  var samples: [[String]] {
    [
      ["52.5163", "52.51634", "52.516", "52.5", "52"]
        + (6...12).map { "52.5163000000000".prefix($0 + 3) }.map(String.init)
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let coordinate = Coordinate(text), coordinate.decimals >= minDecimals,
      coordinate.decimals <= maxDecimals
    else { return .fails("geoCoordinate.invalid") }
    if profile == .loose {
      return text[0] == UInt8(ascii: "+") ? .fails("geoCoordinate.invalid") : .passes
    }
    return coordinate.isWithin(limit) ? .passes : .fails("geoCoordinate.range")
  }
}

extension RuleEntry {
  /// Axes of geographic coordinates.
  public enum Axis: String, ParameterValue, CaseIterable, Sendable {
    /// Latitude, longitude, or either.
    case latitude, longitude, any
  }
}
