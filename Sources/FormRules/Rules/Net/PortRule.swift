/// Requires a port number.
struct PortRule: TextRule {
  static let name = "port"
  static let min = Parameter<Int>(
    "min", effect: .stricterIfGreater, "The lowest accepted port.", in: 0...65_535, default: 0)
  static let max = Parameter<Int>(
    "max", effect: .looserIfGreater, "The highest accepted port.", in: 0...65_535, default: 65_535)

  static let documentation = RuleDocumentation(
    "The text is a port number.",
    discussion: """
      A number from 0 to 65535 without leading zeros (RFC 6335, 6). Port 0 is reserved: `min: 1` \
      excludes it, `min: 1024` excludes the system ports.
      """,
    types: ["text", "integer"],
    parameters: [min, max],
    codes: [
      .init("port.invalid", "{label} must be a port number, 0 to 65535."),
      .init("port.range", "{label} must be a port from {min} to {max}."),
    ],
    examples: [
      .init(
        accepts: ["0", "80", "65535"],
        rejects: ["65536", "080", "-1", "+80", "80 ", "8O", "99999999999999999999", "80\n", "8.0"]),
      .init(["min": 1024], accepts: ["1024"], rejects: ["1023", "0"], code: "port.range"),
      .init(["max": 1023], type: .integer, accepts: ["80"], rejects: ["8080"], code: "port.range"),
    ])

  private let min, max: Int
  var arguments: [MessageArgument] { [MessageArgument("min", min), MessageArgument("max", max)] }

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    min = try parameters[Self.min]
    max = try parameters[Self.max]
    if min > max {
      throw parameters.error("min \(min) is above max \(max)", .conflict, at: Self.max)
    }
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard (1...5).contains(text.count), text.count == 1 || text[0] != UInt8(ascii: "0"),
      let number = text.digits(0..<text.count), number <= 65_535
    else { return .fails("port.invalid") }
    return number >= min && number <= max ? .passes : .fails("port.range")
  }
}
