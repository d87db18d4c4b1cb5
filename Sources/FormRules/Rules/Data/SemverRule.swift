import FormBytes

/// Requires a version number according to Semantic Versioning 2.0.0.
struct SemverRule: TextRule {
  static let name = "semver"
  static let prefix = Parameter<Bool>(
    "prefix", effect: .looserIfTrue, "Whether the prefix v is accepted.")
  static let prerelease = Parameter<Bool>(
    "prerelease", effect: .looserIfTrue, "Whether a pre-release version is accepted.", default: true
  )
  static let build = Parameter<Bool>(
    "build", effect: .looserIfTrue, "Whether build metadata is accepted.", default: true)

  static let documentation = RuleDocumentation(
    "The text is a version number according to Semantic Versioning 2.0.0.",
    discussion: """
      MAJOR.MINOR.PATCH without leading zeros, optionally followed by - and the dotted identifiers \
      of a pre-release, and by + and those of a build (semver.org, Backus–Naur form). Numbers may \
      have any length.
      """,
    types: ["text"],
    parameters: [prefix, prerelease, build],
    codes: [
      .init(
        "semver.invalid",
        "{label} must be a version{example, select, absent {} other {, such as {example}}}."),
      .init(
        "semver.part",
        "{label} must be a version without {part, select, build {build metadata} other {a pre-release part}}."
      ),
    ],
    examples: [
      .init(
        accepts: [
          "0.0.0", "1.4.0", "10.20.30", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-0.3.7",
          "1.0.0-x-y-z.--", "1.0.0+001", "1.0.0-rc.1+build.5", "1.0.0--", "1.0.0-0a",
          "99999999999999999999999.0.0",
        ],
        rejects: [
          "1", "1.0", "1.0.0.0", "01.0.0", "1.00.0", "1.0.0-", "1.0.0+", "1.0.0-01", "1.0.0-a..b",
          "1.0.0+a+b", "1.0.0-a_b", "v1.0.0", "-1.0.0", "1.0.0 ", "1.0.0\n", "1..0", ".1.0",
          "1.0.0-\u{E9}", "a.b.c",
        ]),
      .init(
        ["prefix": "true"], accepts: ["v1.0.0", "1.0.0"], rejects: ["V1.0.0", "vv1.0.0", "v"]),
      .init(
        ["prerelease": "false", "build": "false"], accepts: ["1.0.0"],
        rejects: ["1.0.0-a", "1.0.0+a"], code: "semver.part"),
    ])

  private let acceptsPrefix, acceptsPrerelease, acceptsBuild: Bool

  init(_ parameters: borrowing RuleParameters) throws(DefinitionError) {
    acceptsPrefix = try parameters[Self.prefix]
    acceptsPrerelease = try parameters[Self.prerelease]
    acceptsBuild = try parameters[Self.build]
  }

  var samples: [[String]] { [["1.4.0"], ["2.0.0-rc.1"]] }

  func evaluate(_ text: Span<UInt8>) -> RuleResult {
    var index = acceptsPrefix && !text.isEmpty && text[0] == UInt8(ascii: "v") ? 1 : 0
    for number in 0..<3 {
      if number > 0 {
        guard index < text.count, text[index] == UInt8(ascii: ".") else {
          return .fails("semver.invalid")
        }
        index += 1
      }
      let start = index
      while index < text.count, text[index].isASCIIDigit { index += 1 }
      guard index > start, index - start == 1 || text[start] != UInt8(ascii: "0") else {
        return .fails("semver.invalid")
      }
    }
    let build = text.firstIndex(of: UInt8(ascii: "+"), from: index) ?? text.count
    let hasPrerelease = index < build
    if hasPrerelease {
      guard text[index] == UInt8(ascii: "-"),
        Self.areIdentifiers(text.extracting(index + 1..<build), isBuild: false)
      else { return .fails("semver.invalid") }
    }
    if build < text.count {
      guard Self.areIdentifiers(text.extracting(build + 1..<text.count), isBuild: true) else {
        return .fails("semver.invalid")
      }
    }
    if hasPrerelease, !acceptsPrerelease { return Self.fails("prerelease") }
    return build < text.count && !acceptsBuild ? Self.fails("build") : .passes
  }

  private static func fails(_ part: String) -> RuleResult {
    .fails("semver.part", [MessageArgument("part", part)])
  }

  /// Whether the text consists of identifiers separated by dots. Outside build metadata, numbers
  /// have no leading zeros.
  private static func areIdentifiers(_ text: Span<UInt8>, isBuild: Bool) -> Bool {
    var start = 0
    var isNumber = true
    for index in 0...text.count {
      if index < text.count, text[index] != UInt8(ascii: ".") {
        let byte = text[index]
        guard byte.isASCIIDigit || byte.isASCIILetter || byte == UInt8(ascii: "-") else {
          return false
        }
        isNumber = isNumber && byte.isASCIIDigit
        continue
      }
      guard index > start else { return false }
      if !isBuild, isNumber, index - start > 1, text[start] == UInt8(ascii: "0") { return false }
      (start, isNumber) = (index + 1, true)
    }
    return true
  }
}
