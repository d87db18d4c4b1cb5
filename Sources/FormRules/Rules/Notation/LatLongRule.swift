/// Requires a pair of a latitude and a longitude.
struct LatLongRule: TextRule {
  static let name = "latLong"
  static let form = Parameter<RuleEntry.LatLongForm>(
    "form", effect: .unknown, "The notation of the coordinates.", default: .decimal)
  static let order = Parameter<RuleEntry.LatLongOrder>(
    "order", effect: .unknown, "The order of the coordinates; `longLat` as in GeoJSON.",
    default: .latLong)
  static let parentheses = Parameter<Bool>(
    "parentheses", effect: .looserIfTrue, "Whether parentheses around the pair are accepted.",
    default: true)

  static let documentation = RuleDocumentation(
    "The text is a latitude and a longitude, separated by a comma.",
    discussion: """
      Two coordinates in decimal degrees, in the form of the rule `geoCoordinate`, with optional \
      spaces around the comma and optional parentheses around the pair; or in degrees, minutes and \
      seconds with hemispheres (ISO 6709, annex D): 40° 26′ 46″ N, 79° 58′ 56″ W.
      """,
    mainParameter: "form",
    types: ["text"],
    parameters: [form, order, parentheses],
    codes: [
      .init(
        "latLong.invalid",
        "{label} must be a latitude and a longitude{example, select, absent {} other {, such as {example}}}."
      ),
      .init(
        "latLong.range",
        "{label} is not a position on the earth: {axis, select, longitude {longitude} other {latitude}} is too large."
      ),
    ],
    examples: [
      .init(
        accepts: ["52.5,13.4", "52.5, 13.4", "(-90, +180)", "0,0", "-33.8568,151.2153"],
        rejects: [
          "52.5", "52.5 13.4", "52.5,13.4,0", "(52.5,13.4", "52.5,13.4)", "052.5,13.4", "52.,13.",
          ",", "52.5;13.4", " 52.5,13.4", "52.5,13.4\n", "(,)", "()",
        ]),
      .init(
        accepts: ["90,180"], rejects: ["90.1,0", "0,180.1", "91,181"], code: "latLong.range"),
      .init(
        "sexagesimal",
        accepts: [
          "40\u{B0} 26\u{2032} 46\u{2033} N, 79\u{B0} 58\u{2032} 56\u{2033} W",
          "40\u{B0}26\u{2032}45.9996\u{2033}N,79\u{B0}58'W", "90\u{B0}0'0\"S, 180\u{B0}0'0\"E",
        ],
        rejects: [
          "40\u{B0} 26\u{2032} 46\u{2033} N", "52.5,13.4",
          "40\u{B0} 60\u{2032} 0\u{2033} N, 79\u{B0} 58\u{2032} 56\u{2033} W",
          "40\u{B0} 46\u{2033} N, 79\u{B0} 58\u{2032} 56\u{2033} W",
          "40\u{B0} 26\u{2032} 46\u{2033} E, 79\u{B0} 58\u{2032} 56\u{2033} N",
        ]),
      .init(
        ["order": "longLat"], accepts: ["180,90"], rejects: ["90,180"], code: "latLong.range"),
      .init(["parentheses": "false"], accepts: ["0,0"], rejects: ["(0,0)"]),
    ])

  private let form: RuleEntry.LatLongForm
  private let order: RuleEntry.LatLongOrder
  private let acceptsParentheses: Bool

  let samples: [[String]]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    form = try parameters[Self.form]
    order = try parameters[Self.order]
    acceptsParentheses = try parameters[Self.parentheses]
    let pairs = [
      ["52.5,13.4", "52° 30′ 0″ N, 13° 24′ 0″ E"], ["13.4,52.5", "13° 24′ 0″ E, 52° 30′ 0″ N"],
    ]
    samples = [order == .latLong ? pairs[0] : pairs[1]]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    var range = 0..<text.count
    if acceptsParentheses, text.count >= 2, text[0] == UInt8(ascii: "("),
      text[text.count - 1] == UInt8(ascii: ")")
    {
      range = 1..<text.count - 1
    }
    let pair = text.extracting(range)
    guard let comma = pair.firstIndex(of: UInt8(ascii: ",")) else {
      return .fails("latLong.invalid")
    }
    var (end, start) = (comma, comma + 1)
    while end > 0, pair[end - 1] == 0x20 { end -= 1 }
    while start < pair.count, pair[start] == 0x20 { start += 1 }
    let (first, second) = (pair.extracting(0..<end), pair.extracting(start..<pair.count))
    guard let latitude = coordinate(order == .latLong ? first : second, isLatitude: true),
      let longitude = coordinate(order == .latLong ? second : first, isLatitude: false)
    else { return .fails("latLong.invalid") }
    if !latitude.isWithin(90) { return Self.fails("latitude") }
    return longitude.isWithin(180) ? .passes : Self.fails("longitude")
  }

  private static func fails(_ axis: String) -> RuleResult {
    .fails("latLong.range", [MessageArgument("axis", axis)])
  }

  private func coordinate(_ text: Span<UInt8>, isLatitude: Bool) -> Coordinate? {
    if form != .sexagesimal, let coordinate = Coordinate(text) { return coordinate }
    if form == .decimal { return nil }
    return Coordinate(
      sexagesimal: text,
      hemispheres: isLatitude ? Self.latitudeHemispheres : Self.longitudeHemispheres)
  }

  private static let latitudeHemispheres = ASCIISet("NS")
  private static let longitudeHemispheres = ASCIISet("EW")
}

extension RuleEntry {
  /// Notations of geographic coordinates.
  public enum LatLongForm: String, ParameterValue, CaseIterable, Sendable {
    /// Decimal degrees; degrees, minutes and seconds; or either.
    case decimal, sexagesimal, any
  }

  /// Orders of geographic coordinates.
  public enum LatLongOrder: String, ParameterValue, CaseIterable, Sendable {
    /// Latitude first, or longitude first as in GeoJSON.
    case latLong, longLat
  }
}
