import Testing

/// The memberwise initializer of a struct has a parameter for each stored property, which
/// `ParameterLabelTests` do not see. Structs with more than 12 are divided by topic or phase, have
/// another initializer, or are listed here.
@Suite struct MemberwiseInitializerTests {
  static let maximumParameters = 12

  /// The structs with more parameters, by file.
  static let known: [String: Set<String>] = [
    // Public reports, whose properties have defaults and are set one by one.
    "AuditReport.swift": ["AuditReport"], "ReplayReport.swift": ["ReplayReport"],
    // Options that a closure sets one by one.
    "URLRule.swift": ["URLOptions"],
    // The members of a file in JSON. They are only decoded.
    "ExternalRunManifest.swift": ["File"],
  ]

  @Test func structsHaveFewParameters() throws {
    var found: [String: Set<String>] = [:]
    var count = 0
    for source in try SwiftFile.sources() {
      let file = source.path.split(separator: "/").last.map(String.init) ?? source.path
      for (name, parameters) in Self.memberwise(source.text) {
        count += 1
        if parameters > Self.maximumParameters { found[file, default: []].insert(name) }
      }
    }
    #expect(count > 400)
    for file in Set(found.keys).union(Self.known.keys) {
      #expect(found[file] == Self.known[file], "\(file)")
    }
  }

  @Test func parametersAreCounted() {
    let found = Self.memberwise(
      """
      public struct Outer: Sendable {
        static let s = 1
        let a: Int
        private(set) var b, c: [Int: Int] = [:]
        var f: (Int) -> Void = { _ in }
        let k = 1
        var d: Int { 1 }
        struct Inner {
          var e: Int?
        }
      }
      struct WithInitializer {
        let a: Int
        init() { a = 1 }
      }
      """)
    #expect(found.map { $0.name } == ["Outer", "Inner"])
    #expect(found.map { $0.parameters } == [4, 1])
  }

  /// The structs of a formatted source without an initializer in their body, with the number of
  /// parameters of the memberwise one.
  static func memberwise(_ text: String) -> [(name: String, parameters: Int)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { start in
      let line = lines[start]
      let declaration = withoutModifiers(line)
      guard declaration.hasPrefix("struct "), line.hasSuffix("{") else { return nil }
      let indent = String(line.prefix { $0 == " " })
      let body = lines[(start + 1)...].prefix { $0 != indent + "}" }.filter {
        $0.hasPrefix(indent + "  ") && !$0.hasPrefix(indent + "   ")
      }
      // ArgumentParser creates commands and groups of options without arguments.
      let isParsed = body.contains { $0.contains("@Option") || $0.contains("@Flag") }
      let members = body.map { withoutModifiers($0) }
      if isParsed || members.contains(where: isInitializer) { return nil }
      let name = declaration.dropFirst("struct ".count).prefix { $0.isLetter || $0.isNumber }
      let count = members.reduce(0) { $0 + parameters($1) }
      return (name: String(name), parameters: count)
    }
  }

  private static func withoutModifiers(_ line: Substring) -> String {
    line.split(separator: " ").drop { word in
      word.hasPrefix("@")
        || ["public", "package", "private", "fileprivate"].contains(word.prefix { $0 != "(" })
    }.joined(separator: " ")
  }

  private static func isInitializer(_ member: String) -> Bool {
    ["init(", "init?(", "init<"].contains { member.hasPrefix($0) }
  }

  /// The number of parameters for a line in the body of a struct.
  private static func parameters(_ member: String) -> Int {
    let isConstant = member.hasPrefix("let ")
    guard isConstant || member.hasPrefix("var ") else { return 0 }
    // What follows the type: a value, or the body of a computed property.
    let mark = member.first { $0 == "=" || $0 == "{" }
    if mark == "{" || mark == "=" && isConstant { return 0 }
    return member.prefix { $0 != ":" && $0 != "=" }.filter { $0 == "," }.count + 1
  }
}
