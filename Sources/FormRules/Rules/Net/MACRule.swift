import FormBytes

/// Requires a hardware (MAC) address.
struct MACRule: TextRule {
  static let name = "mac"
  static let eui = Parameter<RuleEntry.EUI>(
    "eui", effect: .words([["48", "64"], ["any"]]), "The number of bits.", default: .bits48)
  static let separators = Parameter<[String]>(
    "separators", effect: .looserIfMore, "The accepted separators: `:`, `-`, `.`, a space, `none`.",
    default: [":", "-", "."])
  static let cast = Parameter<RuleEntry.Cast>(
    "cast", effect: .words([["unicast", "multicast"], ["any"]]),
    "The accepted targets: `unicast` (one station), `multicast` (a group) or `any`.",
    default: .any)
  static let administration = Parameter<RuleEntry.Administration>(
    "administration", effect: .words([["universal", "local"], ["any"]]),
    "The accepted administration: `universal` (assigned by IEEE), `local` or `any`.", default: .any)
  static let broadcast = Parameter<RuleEntry.Broadcast>(
    "broadcast", effect: .words([["false", "only"], ["true"]]),
    "Whether all bits may be set: `true`, `false`, or `only`, which requires it.",
    default: .`true`)

  static let documentation = RuleDocumentation(
    "The text is a hardware (MAC) address.",
    discussion: """
      An EUI-48 or EUI-64 (IEEE 802, 8): pairs of hexadecimal digits with the same separator \
      throughout, 00-00-5E-00-53-01 or 00:00:5e:00:53:01, or groups of four separated by dots, \
      0000.5e00.5301. The last two bits of the first octet tell whether the address is of one \
      station or a group, and whether IEEE or its user assigned it.
      """,
    types: ["text"],
    parameters: [eui, separators, cast, administration, broadcast],
    codes: [
      .init(
        "mac.invalid",
        "{label} must be a hardware address{example, select, absent {} other {, such as {example}}}."
      ),
      .init("mac.kind", "{label} is a hardware address of a kind that is not allowed."),
    ],
    examples: [
      .init(
        accepts: [
          "00:00:5E:00:53:01", "00-00-5e-00-53-01", "0000.5E00.5301", "ff:ff:ff:ff:ff:ff",
        ],
        rejects: [
          "00:00:5E:00:53", "00:00:5E:00:53:01:02", "00:00-5E:00:53:01", "00:00:5E:00:53:0g",
          "0:0:5E:0:53:1", "00005E005301", "00 00 5E 00 53 01", "0000:5E00:5301", "0000.5E00.53",
          "00:00:5E:FF:FE:00:53:01", "00:00:5E:00:53:01\n", ":00:5E:00:53:01", "00.00.5E.00.53.01",
        ]),
      .init(
        ["eui": "64"], accepts: ["00:00:5E:FF:FE:00:53:01", "0000.5EFF.FE00.5301"],
        rejects: ["00:00:5E:00:53:01"]),
      .init(["eui": "any"], accepts: ["00:00:5E:FF:FE:00:53:01", "00:00:5E:00:53:01"]),
      .init(
        ["separators": ["none", " "]], accepts: ["00005E005301", "00 00 5E 00 53 01"],
        rejects: ["00:00:5E:00:53:01", "00005E0053 01"]),
      .init(
        ["cast": "unicast", "administration": "universal"], accepts: ["00:00:5E:00:53:01"],
        rejects: ["01:00:5E:00:00:01", "02:00:5E:00:53:01"], code: "mac.kind"),
      .init(
        ["cast": "multicast", "administration": "local", "broadcast": "false"],
        accepts: ["03:00:00:00:00:01"],
        rejects: ["00:00:5E:00:53:01", "FF:FF:FF:FF:FF:FF"], code: "mac.kind"),
    ])

  private let size: RuleEntry.EUI
  private let separators: ASCIISet
  private let acceptsNoSeparator: Bool
  private let cast: RuleEntry.Cast
  private let administration: RuleEntry.Administration
  private let broadcast: RuleEntry.Broadcast

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    size = try parameters[Self.eui]
    let words = try parameters[Self.separators]
    let known = [":", "-", ".", " ", "none"]
    if let other = words.first(where: { !known.contains($0) }) {
      throw parameters.error(
        "'\(other)' is not a separator; known: : - . space, none", at: Self.separators)
    }
    if words.isEmpty {
      throw parameters.error("requires a separator, or none", .missing(nil), at: Self.separators)
    }
    acceptsNoSeparator = words.contains("none")
    separators = ASCIISet { byte in words.contains { Array($0.utf8) == [byte] } }
    cast = try parameters[Self.cast]
    administration = try parameters[Self.administration]
    broadcast = try parameters[Self.broadcast]
  }

  var samples: [[String]] {
    let addresses = [
      "00005E005301", "01005E000001", "02005E005301", "03005E000001", "FFFFFFFFFFFF",
    ]
    .map {
      size == .bits48 ? $0 : $0.prefix(6) + ($0 == "FFFFFFFFFFFF" ? "FFFF" : "EF10") + $0.suffix(6)
    }
    return [
      addresses.flatMap { address in
        [(":", 2), ("-", 2), (".", 4), (" ", 2), ("", 2)].map { separator, width in
          stride(from: 0, to: address.utf8.count, by: width)
            .map { String(address.dropFirst($0).prefix(width)) }.joined(separator: separator)
        }
      }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    guard let isBroadcast = readsAsBroadcast(text) else { return .fails("mac.invalid") }
    let first = text[0].hexValue << 4 | text[1].hexValue
    let isGroup = first & 1 == 1
    let isLocal = first & 2 == 2
    if cast != .any, isGroup != (cast == .multicast) { return .fails("mac.kind") }
    if administration != .any, isLocal != (administration == .local) { return .fails("mac.kind") }
    if broadcast != .true, isBroadcast != (broadcast == .only) { return .fails("mac.kind") }
    return .passes
  }

  /// Whether all bits of the address are 1; nil if the text is not an address.
  private func readsAsBroadcast(_ text: Span<UInt8>) -> Bool? {
    // The first separator determines the others and the size of the groups.
    guard text.count >= 12, text.count <= 23 else { return nil }
    var group = 0
    var separator: UInt8 = 0
    if text[2].hexValue > 15 {
      (separator, group) = (text[2], 2)
    } else if text[4].hexValue > 15 {
      (separator, group) = (text[4], 4)
    }
    guard group == 0 ? acceptsNoSeparator : separators.contains(separator),
      (separator == UInt8(ascii: ".")) == (group == 4)
    else { return nil }
    var digits = 0
    var areAllSet = true
    for index in 0..<text.count {
      if group > 0, index % (group + 1) == group {
        guard text[index] == separator else { return nil }
        continue
      }
      let value = text[index].hexValue
      guard value < 16 else { return nil }
      areAllSet = areAllSet && value == 15
      digits += 1
    }
    guard size != .bits64 && digits == 12 || size != .bits48 && digits == 16 else { return nil }
    // The text must not end with a separator.
    guard group == 0 || text.count == digits + digits / group - 1 else { return nil }
    return areAllSet
  }
}

extension RuleEntry {
  /// Lengths of hardware addresses.
  public enum EUI: String, ParameterValue, CaseIterable, Sendable {
    /// EUI-48.
    case bits48 = "48"
    /// EUI-64.
    case bits64 = "64"
    /// Either.
    case any
  }

  /// Targets of a hardware address.
  public enum Cast: String, ParameterValue, CaseIterable, Sendable {
    /// One station, a group, or either.
    case unicast, multicast, any
  }

  /// Who assigned a hardware address.
  public enum Administration: String, ParameterValue, CaseIterable, Sendable {
    /// IEEE, the owner of the network, or either.
    case universal, local, any
  }

  /// Whether all bits of a hardware address may be set.
  public enum Broadcast: String, ParameterValue, CaseIterable, Sendable {
    /// They may be set.
    case `true`
    /// At least one must be 0.
    case `false`
    /// They must be set.
    case only
  }
}
