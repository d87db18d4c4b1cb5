import Foundation
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

  @Test func structsHaveFewParameters() {
    var found: [String: Set<String>] = [:]
    var count = 0
    for (path, text) in ParameterLabelTests.sources {
      let file = path.split(separator: "/").last.map(String.init) ?? path
      for (name, parameters) in Self.memberwise(text) {
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
    #expect(found.map(\.name) == ["Outer", "Inner"])
    #expect(found.map(\.parameters) == [4, 1])
  }

  /// The structs of a formatted source without an initializer in their body, with the number of
  /// parameters of the memberwise one.
  static func memberwise(_ text: String) -> [(name: String, parameters: Int)] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { start in
      guard lines[start].contains("struct "),
        let match = lines[start].wholeMatch(
          of: /( *)(?:(?:public|package|private|fileprivate|@\w+) )*struct (\w+).*\{/)
      else { return nil }
      let indent = String(match.1)
      let members = lines[start...].dropFirst().prefix { $0 != indent + "}" }.compactMap {
        $0.hasPrefix(indent + "  ") ? $0.dropFirst(indent.count + 2) : nil
      }
      // ArgumentParser creates commands and groups of options without arguments.
      if members.contains(where: { $0.contains(/^@(?:Option|Flag|Argument)/) || isInit($0) }) {
        return nil
      }
      return (String(match.2), members.reduce(0) { $0 + properties($1) })
    }
  }

  private static func isInit(_ member: Substring) -> Bool {
    member.contains(/^(?:(?:public|package|private|fileprivate) )*init[?<(]/)
  }

  /// The number of parameters for a line in the body of a struct.
  private static func properties(_ member: Substring) -> Int {
    let modifiers = /(?:@\S+ |(?:public|package|private|fileprivate)(?:\(set\))? )*/
    let rest = member.trimmingPrefix(modifiers)
    guard let match = rest.prefixMatch(of: /(let|var) ([^:=]+)[^={]*([={])?/) else { return 0 }
    let isComputed = match.3 == "{"
    let isConstant = match.1 == "let" && match.3 == "="
    return isComputed || isConstant ? 0 : match.2.filter { $0 == "," }.count + 1
  }
}
