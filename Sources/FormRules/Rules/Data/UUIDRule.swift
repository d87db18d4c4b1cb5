import FormBytes

/// Requires a UUID (RFC 9562).
struct UUIDRule: TextRule {
  static let name = "uuid"
  static let versions = Parameter<[String]?>(
    "versions", effect: .onlyListed(), "The accepted versions: 1 to 8, `nil` and `max`.",
    whenAbsent: "all")
  static let nilParameter = Parameter<Bool?>(
    "nil", effect: .given(.looserIfTrue),
    "Whether 00000000-0000-0000-0000-000000000000 is accepted.",
    whenAbsent: "true; false when versions are listed without it")
  static let max = Parameter<Bool?>(
    "max", effect: .given(.looserIfTrue),
    "Whether ffffffff-ffff-ffff-ffff-ffffffffffff is accepted.",
    whenAbsent: "true; false when versions are listed without it")
  static let forms = Parameter<[RuleEntry.UUIDForm]>(
    "forms", effect: .looserIfMore,
    "`hyphenated`, `plain` (32 digits), `braced` ({…}), `urn` (urn:uuid:…), or a list of these.",
    default: [.hyphenated])
  static let profile = Parameter<RuleEntry.Strictness>(
    "profile", effect: .words([["standard"], ["loose"]]), "How strict the check is.",
    default: .standard)

  static let documentation = RuleDocumentation(
    "The text is a UUID.",
    discussion: """
      The 32 hexadecimal digits of RFC 9562, of either case, hyphenated 8-4-4-4-12 unless `forms` \
      specifies otherwise. The profile `standard` requires the variant of that RFC and a version \
      from 1 to 8; it accepts the nil UUID (all 0) and the max UUID (all F) unless versions are \
      listed. The profile `loose` accepts any digits.
      """,
    mainParameter: "versions",
    types: ["text"],
    parameters: [versions, nilParameter, max, forms, profile],
    codes: [
      .init(
        "uuid.invalid",
        "{label} must be a UUID{example, select, absent {} other {, such as {example}}}."),
      .init("uuid.version", "{label} must be a UUID of version {versions}."),
    ],
    examples: [
      .init(
        accepts: [
          "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "F81D4FAE-7DEC-11D0-B765-00A0C91E6BF6",
          "018f4e9a-5c3b-7d2e-8f10-2b3c4d5e6f70", "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-FFFFFFFFFFFF",
        ],
        rejects: [
          "f81d4fae7dec41d0a76500a0c91e6bf6", "{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}",
          "f81d4fae-7dec-41d0-a765-00a0c91e6bf", "f81d4fae-7dec-41d0-a765-00a0c91e6bf66",
          "f81d4fae-7dec-41d0-a765-00a0c91e6bfg", "f81d4fa-e7dec-41d0-a765-00a0c91e6bf6",
          "f81d4fae-7dec-01d0-a765-00a0c91e6bf6", "f81d4fae-7dec-91d0-a765-00a0c91e6bf6",
          "f81d4fae-7dec-41d0-c765-00a0c91e6bf6", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6\n",
          "f81d4fae_7dec_41d0_a765_00a0c91e6bf6", "00000000-0000-0000-0000-000000000001",
        ]),
      .init(
        ["4", "7"], accepts: ["f81d4fae-7dec-41d0-a765-00a0c91e6bf6"],
        rejects: ["f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "00000000-0000-0000-0000-000000000000"],
        code: "uuid.version"),
      .init(
        ["versions": "4", "nil": "true"], accepts: ["00000000-0000-0000-0000-000000000000"],
        rejects: ["ffffffff-ffff-ffff-ffff-ffffffffffff"], code: "uuid.version"),
      .init(
        ["max", "4"],
        accepts: [
          "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
        ],
        rejects: ["00000000-0000-0000-0000-000000000000", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
        code: "uuid.version"),
      .init(
        ["forms": ["plain", "braced", "urn"]],
        accepts: [
          "f81d4fae7dec41d0a76500a0c91e6bf6", "{f81d4fae-7dec-41d0-a765-00a0c91e6bf6}",
          "urn:uuid:f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
          "URN:UUID:f81d4fae-7dec-41d0-a765-00a0c91e6bf6",
        ],
        rejects: [
          "f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "{f81d4fae7dec41d0a76500a0c91e6bf6}",
          "{f81d4fae-7dec-41d0-a765-00a0c91e6bf6", "urn:uuid:f81d4fae7dec41d0a76500a0c91e6bf6",
        ]),
      .init(
        ["profile": "loose"], accepts: ["12345678-1234-1234-1234-123456789abc"],
        rejects: ["12345678-1234-1234-1234-123456789abx"]),
    ])

  /// The accepted versions, one bit for each.
  private let versions: UInt16
  private let acceptsNil, acceptsMax: Bool
  private let forms: [RuleEntry.UUIDForm]
  private let profile: RuleEntry.Strictness
  let arguments: [MessageArgument]

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    profile = try parameters[Self.profile]
    let texts = try parameters[Self.versions]
    var versions: UInt16 = 0
    for text in texts ?? (1...8).map(String.init) where text != "nil" && text != "max" {
      guard let version = UInt16(text), (1...8).contains(version) else {
        throw parameters.error("versions are 1 to 8, nil and max, not '\(text)'", at: Self.versions)
      }
      versions |= 1 << version
    }
    if texts?.isEmpty == true {
      throw parameters.error("requires a version", .missing(nil), at: Self.versions)
    }
    if profile == .loose, texts != nil {
      throw parameters.error("versions go with the profile standard", at: Self.versions)
    }
    self.versions = versions
    acceptsNil = try parameters[Self.nilParameter] ?? (texts?.contains("nil") ?? true)
    acceptsMax = try parameters[Self.max] ?? (texts?.contains("max") ?? true)
    forms = try parameters[Self.forms]
    arguments = [
      MessageArgument("versions", list: texts ?? ["1–8"])
    ]
  }

  var samples: [[String]] {
    let plain =
      [4, 1, 2, 3, 5, 6, 7, 8].map { "f81d4fae-7dec-\($0)1d0-a765-00a0c91e6bf6" }
      + ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
    return [
      plain.flatMap { [$0, $0.replacing("-", with: ""), "{\($0)}", "urn:uuid:\($0)"] }
    ]
  }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    for form in forms {
      guard let digits = Self.read(text, form) else { continue }
      if profile == .loose { return .passes }
      if digits.sum == 0 { return acceptsNil ? .passes : .fails("uuid.version") }
      if digits.sum == 32 * 15 { return acceptsMax ? .passes : .fails("uuid.version") }
      guard digits.variant >> 2 == 0b10, (1...8).contains(digits.version) else {
        return .fails("uuid.invalid")
      }
      return versions >> UInt16(digits.version) & 1 == 1 ? .passes : .fails("uuid.version")
    }
    return .fails("uuid.invalid")
  }

  private struct Digits {
    /// The digits that contain the version and the variant.
    var version, variant: UInt8
    /// The sum of all digits, which identifies nil and max.
    var sum: Int
  }

  /// The digits of the UUID; nil if the text does not have the form.
  private static func read(_ text: Span<UInt8>, _ form: RuleEntry.UUIDForm) -> Digits? {
    var range = 0..<text.count
    switch form {
    case .hyphenated, .plain: break
    case .braced:
      guard text.count == 38, text[0] == UInt8(ascii: "{"), text[37] == UInt8(ascii: "}") else {
        return nil
      }
      range = 1..<37
    case .urn:
      guard text.count == 45, text.extracting(0..<9).isEqualIgnoringCase(to: urnPrefix) else {
        return nil
      }
      range = 9..<45
    }
    let hasHyphens = form != .plain
    guard range.count == (hasHyphens ? 36 : 32) else { return nil }
    var (digits, sum, version, variant) = (0, 0, UInt8(0), UInt8(0))
    for index in range {
      if hasHyphens, [8, 13, 18, 23].contains(index - range.lowerBound) {
        guard text[index] == UInt8(ascii: "-") else { return nil }
        continue
      }
      let value = text[index].hexValue
      guard value < 16 else { return nil }
      if digits == 12 { version = value }
      if digits == 16 { variant = value }
      digits += 1
      sum += Int(value)
    }
    return Digits(version: version, variant: variant, sum: sum)
  }

  private static let urnPrefix = Array("urn:uuid:".utf8)
}

extension DeclaredRule {
  /// The text is a UUID (RFC 9562).
  ///
  /// - Parameters:
  ///   - versions: The accepted versions, 1 to 8; the default is all.
  ///   - acceptsNil: Whether the nil UUID is accepted; the default is true unless versions are
  ///     listed.
  ///   - max: Whether the max UUID is accepted; the default is true unless versions are listed.
  ///   - forms: The accepted forms; the default is `.hyphenated`.
  ///   - profile: How strict the check is; the default is `.standard`.
  public static func uuid(
    versions: [Int]? = nil, nil acceptsNil: Bool? = nil, max: Bool? = nil,
    forms: [RuleEntry.UUIDForm]? = nil, profile: RuleEntry.Strictness? = nil
  ) -> Self {
    Self(
      UUIDRule.self, UUIDRule.versions(versions?.map(String.init)),
      UUIDRule.nilParameter(acceptsNil),
      UUIDRule.max(max), UUIDRule.forms(forms), UUIDRule.profile(profile))
  }
}

extension RuleEntry {
  /// Forms of a UUID.
  public enum UUIDForm: String, ParameterValue, CaseIterable, Sendable {
    /// With hyphens, as 32 digits, in braces, or as a URN.
    case hyphenated, plain, braced, urn
  }
}
